import { Button } from "antd";
import { hintOfKind, type Kind } from "./kinds.ts";
import { type Setting, shortName } from "./setting.ts";
import { ValueField } from "./value-field.tsx";

/** One setting of the grouped view: its row, joined with what the program knows about it. */
export type Shown = {
  key: string;
  name: string;
  note: string;
  kind: Kind;
  saved: string;
  initial: string | undefined;
};

/** Hints of the table view name raw values; here the field shows what may be chosen. */
const hintFor = (kind: Kind) =>
  kind.kind === "number" || kind.kind === "password" ? hintOfKind(kind) : undefined;

export const asShown = (
  row: { configKey: string; configName: string; configValue: string; remark: string },
  setting: Setting | undefined,
): Shown => ({
  key: row.configKey,
  name: shortName(row.configName),
  note: setting?.note ?? row.remark,
  kind: setting?.kind ?? { kind: "text", isLong: true },
  saved: row.configValue,
  initial: setting?.initial,
});

/** How a value reads where there is no room for its field. */
function valueWords({ kind }: Shown, value: string): string {
  if (value === "") return "（空）";
  if (kind.kind === "switch") return value === "true" ? "开启" : "关闭";
  if (kind.kind === "choice") {
    return kind.options.find(([option]) => option === value)?.[1] ?? value;
  }
  if (kind.kind === "number") return `${value} ${kind.unit}`;
  return value.length > 30 ? `${value.slice(0, 30)}…` : value;
}

/** A setting with its description and field; what was changed is marked and can be saved alone. */
export function SettingRow({
  shown,
  draft,
  problem,
  mayEdit,
  isSaving,
  onChange,
  onSave,
}: {
  shown: Shown;
  /** undefined: as it is saved. */
  draft: string | undefined;
  problem: string | undefined;
  mayEdit: boolean;
  isSaving: boolean;
  /** undefined takes the change back. */
  onChange: (value: string | undefined) => void;
  onSave: () => void;
}) {
  const { key, name, note, kind, saved, initial } = shown;
  // Of a secret nothing comes back: what is typed takes its place.
  const isKept = kind.kind === "password" && saved !== "";
  const value = draft ?? (isKept ? "" : saved);
  const id = `cf-${key}`;
  const isOwn = initial !== undefined && value !== initial;
  const hint = hintFor(kind);
  // These draw their own label, or none that a label element could point at.
  const isGroup = kind.kind === "picture" || kind.kind === "choice";
  return (
    <div className="cf-row" data-changed={draft === undefined ? undefined : ""} data-key={key}>
      <div className="cf-what">
        {isGroup ? (
          <span className="cf-name">{name}</span>
        ) : (
          <label className="cf-name" htmlFor={id}>
            {name}
          </label>
        )}
        <code>{key}</code>
        <p className="o-note">{note}</p>
      </div>
      <div className="cf-value">
        <ValueField
          id={id}
          label={name}
          kind={kind}
          value={value}
          isDisabled={!mayEdit}
          problemId={problem ? `${id}-problem` : undefined}
          isKept={isKept}
          onChange={(next) => onChange(next === (isKept ? "" : saved) ? undefined : next)}
        />
        {problem && (
          <p id={`${id}-problem`} className="o-problem" role="alert">
            {problem}
          </p>
        )}
        {hint && !problem && <p className="o-note">{hint}</p>}
        {mayEdit && (draft !== undefined || isOwn) && (
          <p className="cf-acts">
            {draft !== undefined && (
              <>
                <span className="cf-changed">
                  <i className="o-dot o-dot-amber" aria-hidden="true" /> 未保存
                </span>
                <Button
                  size="small"
                  color="primary"
                  variant="outlined"
                  loading={isSaving}
                  onClick={onSave}
                  aria-label={`保存「${name}」`}
                >
                  保存
                </Button>
                <Button
                  size="small"
                  onClick={() => onChange(undefined)}
                  aria-label={`撤销「${name}」的修改`}
                >
                  撤销
                </Button>
              </>
            )}
            {isOwn && (
              <button
                type="button"
                className="o-link"
                aria-label={`恢复默认值：${valueWords(shown, initial)}（${name}）`}
                onClick={() => onChange(initial === saved ? undefined : initial)}
              >
                恢复默认值：{valueWords(shown, initial)}
              </button>
            )}
          </p>
        )}
      </div>
    </div>
  );
}
