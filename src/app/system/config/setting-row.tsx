import { hintOfKind, type Kind } from "./kinds.ts";
import { RowActs, RowBox, RowProblem, type RowProps } from "./row-parts.tsx";
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
export function SettingRow({ shown, ...row }: RowProps & { shown: Shown }) {
  const { draft, problem, mayEdit, onChange } = row;
  const { key, name, note, kind, saved, initial } = shown;
  // Of a secret nothing comes back: what is typed takes its place.
  const isKept = (kind.kind === "password" || kind.kind === "secret") && saved !== "";
  const value = draft ?? (isKept ? "" : saved);
  const id = `cf-${key}`;
  const isOwn = initial !== undefined && value !== initial && kind.kind !== "secret";
  const hint = hintFor(kind);
  // These draw their own label, or none that a label element could point at.
  const isGroup = kind.kind === "picture" || kind.kind === "choice";
  return (
    <RowBox
      name={name}
      settingKey={key}
      note={note}
      fieldId={isGroup ? undefined : id}
      draft={draft}
    >
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
        <RowProblem id={`${id}-problem`} problem={problem} />
        {hint && !problem && <p className="o-note">{hint}</p>}
        <RowActs {...row} name={name}>
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
        </RowActs>
      </div>
    </RowBox>
  );
}
