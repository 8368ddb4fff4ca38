import { Button, InputNumber, Modal, Segmented } from "antd";
import { useRef, useState } from "react";
import ReactCrop, { type PercentCrop } from "react-image-crop";
import { type LibraryFile, MIN_CUT } from "#src/lib/upload/library.ts";
import { call, report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { LIBRARY } from "#src/office/upload/media/library.ts";
import { addressOf } from "#src/office/upload/upload-file.ts";
import "react-image-crop/dist/ReactCrop.css";

/** Proportions that the site has places for. */
const RATIOS = [
  { label: "任意", value: 0 },
  { label: "16:9", value: 16 / 9 },
  { label: "4:3", value: 4 / 3 },
  { label: "1:1", value: 1 },
];

type Cut = { x: number; y: number; width: number; height: number };

/**
 * Cuts a part out into a new file: by dragging, by the arrows on the frame's handles, or by numbers.
 * Only the rectangle is sent; the server cuts the stored picture.
 */
export function CropDialog({
  file,
  onCut,
  onClose,
}: {
  file: LibraryFile;
  onCut: (made: LibraryFile) => void;
  onClose: () => void;
}) {
  const isMobile = useIsMobile();
  const [ratio, setRatio] = useState(0);
  const [first] = useState<Cut>(() => middle(file, 0));
  const [cut, setCut] = useState(first);
  const [isBusy, setBusy] = useState(false);
  const picture = useRef<HTMLImageElement>(null);
  const { close, settle } = useCarefulClose(
    (Object.keys(first) as (keyof Cut)[]).some((key) => cut[key] !== first[key]),
    { title: "放弃选好的裁剪范围？", text: "裁剪还没有保存，关闭后要重新选取。" },
    onClose,
  );
  const isGood = cut.width >= MIN_CUT && cut.height >= MIN_CUT;

  const fromPercent = ({ x, y, width, height }: PercentCrop) => {
    const left = Math.round((x / 100) * file.width);
    const top = Math.round((y / 100) * file.height);
    setCut({
      x: left,
      y: top,
      width: Math.min(Math.round((width / 100) * file.width), file.width - left),
      height: Math.min(Math.round((height / 100) * file.height), file.height - top),
    });
  };
  const save = async () => {
    setBusy(true);
    try {
      const { data } = await call<{ data: LibraryFile }>("POST", `${LIBRARY}/crop`, {
        body: { fileId: file.fileId, ...cut },
        isQuiet: true,
      });
      notify.success(`已存为新图片「${data.name}」`);
      await tellChange([LIBRARY]);
      settle();
      onCut(data);
    } catch (error) {
      report(error);
    } finally {
      setBusy(false);
    }
  };
  const number = (key: keyof Cut, label: string, min: number, max: number) => (
    <span className="fl-number">
      <span aria-hidden="true">{label}</span>
      <InputNumber
        size="small"
        aria-label={label}
        min={min}
        max={max}
        precision={0}
        value={cut[key]}
        onChange={(value) => {
          if (value === null) return;
          setRatio(0);
          setCut({ ...cut, [key]: value });
        }}
      />
    </span>
  );

  return (
    <Modal
      open
      centered
      width={isMobile ? "100%" : 820}
      title="裁剪图片"
      onCancel={() => void close()}
      mask={{ closable: false }}
      footer={
        <div className="cr-foot">
          <span className="o-note fl-space">存为新图片，原图不变</span>
          <Button onClick={() => void close()}>取消</Button>
          <Button type="primary" disabled={!isGood} loading={isBusy} onClick={() => void save()}>
            裁剪并保存
          </Button>
        </div>
      }
    >
      <div className="fl-crop-bar">
        <Segmented
          aria-label="长宽比例"
          options={RATIOS}
          value={ratio}
          onChange={(value) => {
            setRatio(value);
            setCut(middle(file, value));
          }}
        />
        {number("x", "左", 0, file.width - cut.width)}
        {number("y", "上", 0, file.height - cut.height)}
        {number("width", "宽", MIN_CUT, file.width - cut.x)}
        {number("height", "高", MIN_CUT, file.height - cut.y)}
      </div>
      <div className="fl-crop">
        <ReactCrop
          crop={{
            unit: "%",
            x: (cut.x / file.width) * 100,
            y: (cut.y / file.height) * 100,
            width: (cut.width / file.width) * 100,
            height: (cut.height / file.height) * 100,
          }}
          keepSelection
          {...(ratio > 0 ? { aspect: ratio } : {})}
          onChange={(_pixels, percent) => fromPercent(percent)}
          ariaLabels={{
            cropArea: "按方向键移动裁剪范围",
            nwDragHandle: "左上角，按方向键调整",
            nDragHandle: "上边，按方向键调整",
            neDragHandle: "右上角，按方向键调整",
            eDragHandle: "右边，按方向键调整",
            seDragHandle: "右下角，按方向键调整",
            sDragHandle: "下边，按方向键调整",
            swDragHandle: "左下角，按方向键调整",
            wDragHandle: "左边，按方向键调整",
          }}
        >
          <img ref={picture} src={addressOf(file.url)} alt="" draggable={false} />
        </ReactCrop>
      </div>
    </Modal>
  );
}

/** Most of the picture, in its middle, of this proportion; 0: the picture's own. */
function middle({ width, height }: LibraryFile, ratio: number): Cut {
  const wanted = ratio || width / height;
  const share = ratio ? 1 : 0.8;
  const wide = Math.round(Math.min(width, height * wanted) * share);
  const high = Math.round(Math.min(height, width / wanted) * share);
  return {
    x: Math.floor((width - wide) / 2),
    y: Math.floor((height - high) / 2),
    width: wide,
    height: high,
  };
}
