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
import { Layer } from "../layer.tsx";
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
      (by > 0
        ? STEPS.find((step) => step > percent)
        : STEPS.findLast((step) => step < percent)) ?? percent,
    );
  const reset = () => {
    setPercent(100);
    setTurns(0);
  };

  const keys: Record<string, () => void> = {
    ArrowLeft: () => go(-1),
    ArrowRight: () => go(1),
    ArrowUp: () => zoom(1),
    ArrowDown: () => zoom(-1),
    "+": () => zoom(1),
    "=": () => zoom(1),
    "-": () => zoom(-1),
    "0": reset,
    r: () => setTurns(turns + 1),
    R: () => setTurns(turns - 1),
  };

  return (
    <Layer label={`图片预览：${image?.alt ?? ""}`} className="o-preview" onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys bubble up from the buttons */}
      <div
        className="o-preview-body"
        onKeyDown={(event) => {
          const run = event.ctrlKey || event.metaKey || event.altKey ? undefined : keys[event.key];
          if (!run) return;
          event.preventDefault();
          event.stopPropagation();
          run();
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
