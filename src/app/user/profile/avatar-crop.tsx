import { useMutation } from "@tanstack/react-query";
import { Modal, Slider } from "antd";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { type Crop, clamped, drawnAt } from "./crop.ts";

/** Side of the picture that is sent, and of the stage it is cut on; pixels. */
const OUTPUT = 256;
const STAGE = 260;
const KEY_STEP = 8;

const START: Crop = { zoom: 1, x: 0, y: 0 };

/** Cuts a square out of a picture: drag or arrow keys move it, a slider zooms; then sends a PNG. */
export default function AvatarCrop({ file, onClose }: { file: File; onClose: () => void }) {
  const [isOpen, setOpen] = useState(true);
  const [image, setImage] = useState<ImageBitmap>();
  const [crop, setCrop] = useState(START);
  const canvas = useRef<HTMLCanvasElement>(null);
  const held = useRef<{ x: number; y: number }>(undefined);
  const { close, settle } = useCarefulClose(
    crop !== START,
    { title: "放弃裁剪好的头像？", text: "头像还没有上传，关闭后要重新裁剪。" },
    () => setOpen(false),
  );

  useEffect(() => {
    let isGone = false;
    // The browser turns a photograph the way its camera was held.
    createImageBitmap(file, { imageOrientation: "from-image" }).then(
      (made) => (isGone ? made.close() : setImage(made)),
      () => {
        notify.error("图片无法读取，请换一张");
        setOpen(false);
      },
    );
    return () => {
      isGone = true;
    };
  }, [file]);

  useEffect(() => {
    if (image && canvas.current) paint(canvas.current, image, crop, STAGE);
  }, [image, crop]);

  const move = (dx: number, dy: number) =>
    image &&
    setCrop((before) => clamped({ ...before, x: before.x + dx, y: before.y + dy }, image, STAGE));

  const send = useMutation({
    mutationFn: async () => {
      if (!image) throw new Error("no picture");
      const target = document.createElement("canvas");
      paint(target, image, crop, OUTPUT);
      const blob = await new Promise<Blob | null>((resolve) => target.toBlob(resolve, "image/png"));
      if (!blob) throw new Error("no blob");
      const body = new FormData();
      // The contract's name, without an extension: the part's type names the format.
      body.append("avatarfile", blob, "avatar");
      return call("POST", "/system/user/profile/avatar", { body });
    },
    onSuccess: async () => {
      notify.success("头像已更换");
      settle();
      setOpen(false);
      await tellChange(["profile"]);
    },
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const step = {
      ArrowLeft: [-KEY_STEP, 0],
      ArrowRight: [KEY_STEP, 0],
      ArrowUp: [0, -KEY_STEP],
      ArrowDown: [0, KEY_STEP],
    }[event.key];
    if (!step) return;
    event.preventDefault();
    move(step[0] ?? 0, step[1] ?? 0);
  };

  const onPointerMove = (event: PointerEvent) => {
    if (!held.current) return;
    move(event.clientX - held.current.x, event.clientY - held.current.y);
    held.current = { x: event.clientX, y: event.clientY };
  };

  return (
    <Modal
      open={isOpen}
      title="裁剪头像"
      width={360}
      okText="上传头像"
      confirmLoading={send.isPending}
      okButtonProps={{ disabled: !image }}
      onOk={() => send.mutate()}
      onCancel={() => void close()}
      afterClose={onClose}
    >
      <div className="pf-crop">
        <canvas
          ref={canvas}
          width={STAGE}
          height={STAGE}
          tabIndex={0}
          role="img"
          aria-label="头像裁剪区，可拖动或用方向键移动图片"
          onKeyDown={onKeyDown}
          onPointerDown={(event) => {
            event.currentTarget.setPointerCapture(event.pointerId);
            held.current = { x: event.clientX, y: event.clientY };
          }}
          onPointerMove={onPointerMove}
          onPointerUp={() => {
            held.current = undefined;
          }}
        />
        <span className="o-note">拖动图片，或用方向键移动；下面的滑块缩放</span>
        <Slider
          min={1}
          max={4}
          step={0.05}
          value={crop.zoom}
          tooltip={{ open: false }}
          ariaLabelForHandle="缩放"
          onChange={(zoom) =>
            image && setCrop((before) => clamped({ ...before, zoom }, image, STAGE))
          }
        />
      </div>
    </Modal>
  );
}

/** Draws the cut at `side` pixels; transparent parts become white. */
function paint(canvas: HTMLCanvasElement, image: ImageBitmap, crop: Crop, side: number): void {
  canvas.width = side;
  canvas.height = side;
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.fillStyle = "#fff";
  pen.fillRect(0, 0, side, side);
  pen.imageSmoothingQuality = "high";
  const { left, top, width, height } = drawnAt(crop, image, STAGE);
  const scale = side / STAGE;
  pen.drawImage(image, left * scale, top * scale, width * scale, height * scale);
}
