import {
  CloseOutlined,
  LeftOutlined,
  RightOutlined,
  RotateLeftOutlined,
  RotateRightOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from "@ant-design/icons";
import { type ReactNode, useState } from "react";
import { Layer } from "../layers/layer.tsx";
import "./image-preview.css";

export type PreviewImage = { src: string; alt: string };

/** Sizes in percent of what fits the window. */
const STEPS = [25, 50, 75, 100, 150, 200, 300, 400];

/**
 * Pictures over everything else: zoom, turn, next and previous, by mouse or keys. Esc closes, and the
 * focus returns where it was.
 */
export default function ImagePreview({
  images,
  first = 0,
  onClose,
}: {
  images: readonly PreviewImage[];
  first?: number;
  onClose: () => void;
}) {
  const [index, setIndex] = useState(first);
  const [percent, setPercent] = useState(100);
  const [turns, setTurns] = useState(0);
  const image = images[index];

  const go = (by: number) => {
    if (images.length < 2) return;
    setIndex((index + by + images.length) % images.length);
    setPercent(100);
    setTurns(0);
  };
  const zoom = (by: 1 | -1) =>
    setPercent(
      (by > 0 ? STEPS.find((step) => step > percent) : STEPS.findLast((step) => step < percent)) ??
        percent,
    );
  const reset = () => {
    setPercent(100);
    setTurns(0);
  };

  const acts = { go, zoom, turn: (by: number) => setTurns(turns + by), reset };

  return (
    <Layer label={`图片预览：${image?.alt ?? ""}`} className="o-preview" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the buttons */}
      <div
        className="o-preview-body"
        onKeyDown={(event) => {
          if (event.ctrlKey || event.metaKey || event.altKey || !pressed(event.key, acts)) return;
          event.preventDefault();
          event.stopPropagation();
        }}
        onWheel={(event) => zoom(event.deltaY < 0 ? 1 : -1)}
      >
        <div className="o-preview-stage">
          {image && (
            <img
              src={image.src}
              alt={image.alt}
              draggable={false}
              style={{ transform: `scale(${percent / 100}) rotate(${turns * 90}deg)` }}
            />
          )}
        </div>
        <div className="o-preview-bar" role="toolbar" aria-label="图片预览">
          <Tool label="上一张（←）" isOff={images.length < 2} onPress={() => go(-1)}>
            <LeftOutlined aria-hidden />
          </Tool>
          <span className="o-preview-count" aria-live="polite">
            {index + 1} / {images.length}
          </span>
          <Tool label="下一张（→）" isOff={images.length < 2} onPress={() => go(1)}>
            <RightOutlined aria-hidden />
          </Tool>
          <i />
          <Tool label="缩小（-）" isOff={percent <= 25} onPress={() => zoom(-1)}>
            <ZoomOutOutlined aria-hidden />
          </Tool>
          <button
            type="button"
            className="o-preview-percent"
            aria-label={`现在 ${percent}%，恢复原样（0）`}
            title="恢复原样（0）"
            onClick={reset}
          >
            {percent}%
          </button>
          <Tool label="放大（+）" isOff={percent >= 400} onPress={() => zoom(1)}>
            <ZoomInOutlined aria-hidden />
          </Tool>
          <i />
          <Tool label="向左转（Shift R）" onPress={() => setTurns(turns - 1)}>
            <RotateLeftOutlined aria-hidden />
          </Tool>
          <Tool label="向右转（R）" onPress={() => setTurns(turns + 1)}>
            <RotateRightOutlined aria-hidden />
          </Tool>
          <i />
          <Tool label="关闭（Esc）" isFirst onPress={onClose}>
            <CloseOutlined aria-hidden />
          </Tool>
        </div>
      </div>
    </Layer>
  );
}

type Acts = {
  go: (by: number) => void;
  zoom: (by: 1 | -1) => void;
  turn: (by: number) => void;
  reset: () => void;
};

/** True when the key was one of ours. */
function pressed(key: string, { go, zoom, turn, reset }: Acts): boolean {
  if (key === "ArrowLeft") go(-1);
  else if (key === "ArrowRight") go(1);
  else if (key === "ArrowUp" || key === "+" || key === "=") zoom(1);
  else if (key === "ArrowDown" || key === "-") zoom(-1);
  else if (key === "0") reset();
  else if (key === "r") turn(1);
  else if (key === "R") turn(-1);
  else return false;
  return true;
}

function Tool({
  label,
  isOff = false,
  isFirst = false,
  onPress,
  children,
}: {
  label: string;
  isOff?: boolean;
  isFirst?: boolean;
  onPress: () => void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      data-first={isFirst || undefined}
      onClick={() => {
        if (!isOff) onPress();
      }}
    >
      {children}
    </button>
  );
}
