import {
  ArrowLeftOutlined,
  ArrowRightOutlined,
  DeleteOutlined,
  EyeOutlined,
  PlusOutlined,
} from "@ant-design/icons";
import { lazy, Suspense, useRef, useState } from "react";
import {
  acceptOf,
  IMAGE_RULES,
  imageProblem,
  rulesText,
  type UploadRules,
} from "../../lib/upload/upload-rules.ts";
import { DropZone } from "./drop-zone.tsx";
import { Pending } from "./file-upload.tsx";
import { addressOf } from "./upload-file.ts";
import { type UploadedFile, useUploads } from "./use-uploads.ts";
import "./upload.css";

const ImagePreview = lazy(() => import("./image-preview.tsx"));

/**
 * Pictures of a form field, in an order that buttons change; limits and texts of
 * specification 5. Works as the child of an Ant Design `Form.Item`.
 */
export function ImageUpload({
  id,
  value = [],
  onChange = () => undefined,
  rules: own,
  disabled = false,
}: {
  id?: string;
  value?: UploadedFile[];
  onChange?: (value: UploadedFile[]) => void;
  /** Rules that differ from png, jpg, jpeg; 5 MB; 5 pictures. */
  rules?: Partial<UploadRules>;
  disabled?: boolean;
}) {
  const rules = { ...IMAGE_RULES, ...own };
  const [shown, setShown] = useState<number>();
  const list = useRef<HTMLUListElement>(null);
  const { pending, take, retry, dismiss, remove, move } = useUploads({
    value,
    onChange,
    rules,
    check: imageProblem,
  });
  const going = pending.filter((each) => !each.problem).length;

  /** The button goes with its picture: the focus goes along, or one would have to look for it. */
  const moveAlong = (index: number, by: -1 | 1, url: string) => {
    move(index, by);
    requestAnimationFrame(() => {
      const buttons = list.current?.querySelectorAll<HTMLButtonElement>(
        `[data-url="${CSS.escape(url)}"] button[data-move]`,
      );
      const wanted = [...(buttons ?? [])].find((each) => each.dataset.move === String(by));
      (wanted?.disabled ? [...(buttons ?? [])].find((each) => !each.disabled) : wanted)?.focus();
    });
  };

  return (
    <div className="o-upload">
      <ul className="o-images" ref={list} aria-label="已上传的图片">
        {value.map(({ name, url }, index) => (
          <li key={url} className="o-image" data-url={url}>
            <img src={addressOf(url)} alt={name} />
            <div className="o-image-tools">
              <button
                type="button"
                data-move="-1"
                disabled={disabled || index === 0}
                aria-label={`前移 ${name}`}
                onClick={() => moveAlong(index, -1, url)}
              >
                <ArrowLeftOutlined aria-hidden />
              </button>
              <button type="button" aria-label={`预览 ${name}`} onClick={() => setShown(index)}>
                <EyeOutlined aria-hidden />
              </button>
              <button
                type="button"
                disabled={disabled}
                aria-label={`删除 ${name}`}
                onClick={() => remove(url)}
              >
                <DeleteOutlined aria-hidden />
              </button>
              <button
                type="button"
                data-move="1"
                disabled={disabled || index === value.length - 1}
                aria-label={`后移 ${name}`}
                onClick={() => moveAlong(index, 1, url)}
              >
                <ArrowRightOutlined aria-hidden />
              </button>
            </div>
          </li>
        ))}
        {value.length + going < rules.maxFiles && (
          <li>
            <DropZone
              id={id}
              className="o-drop o-drop-image"
              label={`选择图片，${rulesText(rules)}`}
              accept={acceptOf(rules)}
              hasMany={rules.maxFiles > 1}
              isDisabled={disabled}
              onFiles={take}
            >
              <PlusOutlined aria-hidden />
              <span>选择图片</span>
            </DropZone>
          </li>
        )}
      </ul>
      <p className="o-note">{rulesText(rules)}；可拖入或粘贴</p>
      <ul className="o-files" aria-live="polite" aria-label="上传中的图片">
        {pending.map((each) => (
          <Pending key={each.key} each={each} onRetry={retry} onDismiss={dismiss} />
        ))}
      </ul>
      {shown !== undefined && (
        <Suspense fallback={null}>
          <ImagePreview
            images={value.map(({ name, url }) => ({ src: addressOf(url), alt: name }))}
            first={shown}
            onClose={() => setShown(undefined)}
          />
        </Suspense>
      )}
    </div>
  );
}
