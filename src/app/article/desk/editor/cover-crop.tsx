import { Modal } from "antd";
import { useRef, useState } from "react";
import ReactCrop, { centerCrop, makeAspectCrop, type PercentCrop } from "react-image-crop";
import { notify } from "#src/office/calls/notify.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import "react-image-crop/dist/ReactCrop.css";

const ASPECT = 16 / 9;
/** Wider than any place that shows a cover. */
const MAX_WIDTH = 1_280;
const QUALITY = 0.9;

/** Cuts a picture of ours to the shape of covers, in the browser; the result is a new picture. */
export default function CoverCrop({
  address,
  onDone,
  onClose,
}: {
  address: string;
  onDone: (file: File) => void;
  onClose: () => void;
}) {
  const image = useRef<HTMLImageElement>(null);
  const [crop, setCrop] = useState<PercentCrop>();
  const [isMoved, setMoved] = useState(false);
  const { close, settle } = useCarefulClose(
    isMoved,
    { title: "放弃选好的裁剪范围？", text: "封面还没有裁剪，关闭后要重新选取。" },
    onClose,
  );
  const cut = async () => {
    const picture = image.current;
    if (!picture || !crop) return;
    const { naturalWidth, naturalHeight } = picture;
    const width = (crop.width / 100) * naturalWidth;
    const height = (crop.height / 100) * naturalHeight;
    const canvas = document.createElement("canvas");
    canvas.width = Math.round(Math.min(width, MAX_WIDTH));
    canvas.height = Math.round(canvas.width / ASPECT);
    canvas
      .getContext("2d")
      ?.drawImage(
        picture,
        (crop.x / 100) * naturalWidth,
        (crop.y / 100) * naturalHeight,
        width,
        height,
        0,
        0,
        canvas.width,
        canvas.height,
      );
    const blob = await new Promise<Blob | null>((resolve) =>
      canvas.toBlob(resolve, "image/jpeg", QUALITY),
    );
    if (blob) {
      settle();
      onDone(new File([blob], "cover.jpg", { type: "image/jpeg" }));
    } else notify.error("裁剪失败，请换一张图片");
  };
  return (
    <Modal
      open
      width={760}
      title="裁剪封面"
      okText="裁剪"
      cancelText="取消"
      okButtonProps={{ disabled: !crop?.width }}
      onOk={() => void cut()}
      onCancel={() => void close()}
    >
      <p className="o-note">
        拖动选框，或用方向键微调；比例固定为 16:9，裁剪后另存为一张新图片，原图不变。
      </p>
      <ReactCrop
        aspect={ASPECT}
        keepSelection
        {...(crop ? { crop } : {})}
        onChange={(_pixels, percent) => {
          setMoved(true);
          setCrop(percent);
        }}
      >
        <img
          ref={image}
          className="ad-crop"
          src={address}
          alt="待裁剪的封面"
          onLoad={({ currentTarget: { width, height } }) =>
            setCrop(
              centerCrop(
                makeAspectCrop({ unit: "%", width: 100 }, ASPECT, width, height),
                width,
                height,
              ),
            )
          }
        />
      </ReactCrop>
    </Modal>
  );
}
