import { DeleteOutlined, PictureOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { lazy, Suspense, useState } from "react";
import { useCan } from "../account/can.tsx";
import { ImageUpload } from "../upload/image-upload.tsx";
import type { PickedFile } from "../upload/media-picker.tsx";
import { addressOf } from "../upload/upload-file.ts";
import "./desk-parts.css";

const MediaPicker = lazy(() =>
  import("../upload/media-picker.tsx").then(({ MediaPicker: Picker }) => ({ default: Picker })),
);

/**
 * One picture of the media library, kept as its path. Who may not see the library uploads one. Works
 * as the child of an Ant Design `Form.Item`; `onPicked` tells what else is known of the picture.
 */
export function PictureField({
  id,
  label,
  value,
  onChange,
  onPicked,
}: {
  id?: string;
  label: string;
  value?: string;
  onChange?: (value: string) => void;
  onPicked?: (file: PickedFile) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const hasLibrary = useCan().permi(["content:file:list"]);
  const path = value?.startsWith("/") ? value : "";
  if (!hasLibrary) {
    return (
      <ImageUpload
        {...(id ? { id } : {})}
        rules={{ maxFiles: 1 }}
        value={path ? [{ name: label, url: path, bytes: 0 }] : []}
        onChange={(files) => onChange?.(files[0]?.url ?? "")}
      />
    );
  }
  return (
    <div className="dp-picture">
      {path && <img src={addressOf(path)} alt={`现在的${label}`} />}
      <div>
        <Button
          {...(id ? { id } : {})}
          icon={<PictureOutlined aria-hidden />}
          onClick={() => setOpen(true)}
        >
          {path ? "更换图片" : "从图库选择"}
        </Button>
        {path && (
          <Button icon={<DeleteOutlined aria-hidden />} onClick={() => onChange?.("")}>
            移除
          </Button>
        )}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <MediaPicker
            kind="picture"
            onPick={([file]) => {
              setOpen(false);
              if (!file) return;
              onChange?.(file.url);
              onPicked?.(file);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
