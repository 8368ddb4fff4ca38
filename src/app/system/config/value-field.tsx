import { Input, InputNumber, Segmented, Select, Switch } from "antd";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { ImageUpload } from "#src/office/upload/image-upload.tsx";
import { entriesOf, type Kind } from "./kinds.ts";

/** Of more options than these a list opens. */
const IN_ROW = 3;

type FieldProps = {
  id: string;
  /** Names a field that has no label element. */
  label: string;
  kind: Kind;
  value: string;
  isDisabled: boolean;
  /** A secret that is there and is not shown. */
  isKept?: boolean;
  /** Id of the error text; undefined while there is none. */
  problemId: string | undefined;
  onChange: (value: string) => void;
};

/** The field of a setting, by its kind. Values are texts, as they are saved. */
export function ValueField({
  id,
  label,
  kind,
  value,
  isDisabled,
  isKept = false,
  problemId,
  onChange,
}: FieldProps) {
  const isMobile = useIsMobile();
  const common = {
    id,
    disabled: isDisabled,
    ...(problemId ? { status: "error" as const, "aria-describedby": problemId } : {}),
  };
  switch (kind.kind) {
    case "switch":
      return (
        <span className="cf-switch">
          <Switch
            id={id}
            aria-label={label}
            disabled={isDisabled}
            checked={value === "true"}
            onChange={(isOn) => onChange(String(isOn))}
          />
          <span aria-hidden="true">{value === "true" ? "开启" : "关闭"}</span>
        </span>
      );
    case "choice": {
      const options = kind.options.map(([each, text]) => ({ value: each, label: text }));
      return kind.options.length <= IN_ROW && !isMobile ? (
        <Segmented
          aria-label={label}
          disabled={isDisabled}
          options={options}
          value={value}
          onChange={onChange}
        />
      ) : (
        <Select
          {...common}
          aria-label={label}
          className="cf-choice"
          options={options}
          value={value}
          onChange={onChange}
        />
      );
    }
    case "number":
      return (
        // Out of bounds stays as it was typed, and is told about: nothing typed is lost.
        <InputNumber
          {...common}
          className="cf-number"
          stringMode
          suffix={kind.unit}
          value={value}
          onChange={(next) => onChange(next === null ? "" : String(next))}
        />
      );
    case "list":
      return (
        <Select
          {...common}
          mode="tags"
          aria-label={label}
          className="cf-list"
          placeholder="输入一项后按回车，可以留空"
          open={false}
          suffixIcon={null}
          tokenSeparators={kind.separator === ";" ? [";", "；", "\n"] : [",", "，", " ", "\n"]}
          value={entriesOf(kind, value)}
          onChange={(entries: string[]) =>
            onChange(entries.map((each) => each.trim()).join(kind.separator))
          }
        />
      );
    case "picture":
      return (
        <ImageUpload
          id={id}
          disabled={isDisabled}
          rules={{ maxFiles: 1 }}
          value={value ? [{ name: label, url: value, bytes: 0 }] : []}
          onChange={(files) => onChange(files[0]?.url ?? "")}
        />
      );
    case "secret":
    case "password":
      return (
        <Input.Password
          {...common}
          autoComplete="new-password"
          placeholder={isKept ? "已填写，不显示；输入新的可以更换" : ""}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "notice":
      return (
        <Input.TextArea
          {...common}
          autoSize={{ minRows: 3, maxRows: 12 }}
          spellCheck={false}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      );
    case "sealed":
      return <p className="o-note">{value ? "已填写，加密保存" : "还没有填写"}</p>;
    case "text":
      if (kind.isLong) {
        return (
          <Input.TextArea
            {...common}
            autoSize={{ minRows: 2, maxRows: 8 }}
            value={value}
            onChange={(event) => onChange(event.target.value)}
          />
        );
      }
      break;
    case "email":
    case "hours":
    case "web":
  }
  return <Input {...common} value={value} onChange={(event) => onChange(event.target.value)} />;
}
