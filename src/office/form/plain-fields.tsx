import { Checkbox } from "antd";
import { FileUpload } from "../upload/file-upload.tsx";
import { ImageUpload } from "../upload/image-upload.tsx";
import type { UploadedFile } from "../upload/use-uploads.ts";
import { useDict } from "./dict.tsx";
import { MomentPicker } from "./moment-picker.tsx";

// Fields whose value is the text that the column keeps. Each is the child of a `Form.Item`.

type PlainField = {
  id?: string;
  value?: string | null | undefined;
  onChange?: (value: string) => void;
};

/** A moment, `yyyy-MM-dd HH:mm:ss`, or with `isDay` a day of it; or the typed text. */
export function MomentField({
  id,
  value,
  onChange,
  isDay = false,
  isTold = false,
}: PlainField & { isDay?: boolean; isTold?: boolean }) {
  return (
    <MomentPicker
      {...(id ? { id } : {})}
      isDay={isDay}
      isTold={isTold}
      value={value}
      onChange={(next) => onChange?.(next ?? "")}
    />
  );
}

/** Any of a dictionary's values, kept with commas between. */
export function DictChecks({ id, type, value, onChange }: PlainField & { type: string }) {
  const entries = useDict(type);
  return (
    <Checkbox.Group
      {...(id ? { id } : {})}
      value={listOf(value)}
      onChange={(values) => onChange?.(values.join(","))}
      options={entries.map((each) => ({ value: each.dictValue, label: each.dictLabel }))}
    />
  );
}

/** The values of DictChecks, in words. */
export function DictWords({ type, value }: { type: string; value: string | null }) {
  const entries = useDict(type);
  const words = listOf(value).map(
    (each) => entries.find(({ dictValue }) => dictValue === each)?.dictLabel ?? each,
  );
  return <span>{words.join("、")}</span>;
}

/** Pictures, kept as their addresses with commas between. */
export function ImageField({ id, value, onChange }: PlainField) {
  return (
    <ImageUpload
      {...(id ? { id } : {})}
      value={filesOf(value)}
      onChange={(files) => onChange?.(addressesOf(files))}
    />
  );
}

/** Files, kept as their addresses with commas between. */
export function FileField({ id, value, onChange }: PlainField) {
  return (
    <FileUpload
      {...(id ? { id } : {})}
      value={filesOf(value)}
      onChange={(files) => onChange?.(addressesOf(files))}
    />
  );
}

const listOf = (value: string | null | undefined): string[] =>
  (value ?? "").split(",").filter(Boolean);

/** The name is the end of the address: the column keeps no other. */
const filesOf = (value: string | null | undefined): UploadedFile[] =>
  listOf(value).map((url) => ({ url, name: url.split("/").at(-1) ?? url, bytes: 0 }));

const addressesOf = (files: readonly UploadedFile[]) => files.map(({ url }) => url).join(",");
