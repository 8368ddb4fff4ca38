import { useQuery } from "@tanstack/react-query";
import { Radio, Select } from "antd";
import { call } from "../calls/http.ts";
import { CLEARABLE } from "./clearable.tsx";

export type DictEntry = {
  dictLabel: string;
  dictValue: string;
  listClass: string;
  cssClass: string;
};

/** The entries of a dictionary in use; asked for once a tab. Empty until they are there. */
export function useDict(type: string | undefined): readonly DictEntry[] {
  const { data } = useQuery({
    queryKey: ["dict", type],
    enabled: type !== undefined,
    queryFn: () =>
      call<{ data: DictEntry[] }>(
        "GET",
        `/system/dict/data/type/${encodeURIComponent(type ?? "")}`,
        {
          isQuiet: true,
        },
      ),
    meta: { isQuiet: true },
  });
  return data?.data ?? [];
}

/** Colours of the dot; the others have none. The word is always there: never colour alone. */
const DOTS: Readonly<Record<string, string>> = {
  primary: "o-dot-blue",
  success: "o-dot-green",
  info: "",
  warning: "o-dot-amber",
  danger: "o-dot-red",
};

/** One value as its dictionary says it. A value that has no label is shown as it is. */
export function DictTag({
  type,
  value,
}: {
  type: string;
  value: string | number | null | undefined;
}) {
  const entries = useDict(type);
  if (value === null || value === undefined || value === "") return null;
  const entry = entries.find((each) => each.dictValue === String(value));
  if (!entry) return <span>{String(value)}</span>;
  return <Mark entry={entry} />;
}

/** One value that tells a kind and no state: a grey tag. */
export function DictKind({ type, value }: { type: string; value: string | number }) {
  const entry = useDict(type).find((each) => each.dictValue === String(value));
  return <span className="o-kind">{entry?.dictLabel ?? String(value)}</span>;
}

/** A label with its dot and class, as lists show it. */
export function Mark({ entry }: { entry: Omit<DictEntry, "dictValue"> }) {
  const { dictLabel, listClass, cssClass } = entry;
  const dot = Object.hasOwn(DOTS, listClass) ? DOTS[listClass] : undefined;
  return (
    <span className={`cr-mark ${cssClass}`} data-class={listClass || undefined}>
      {dot !== undefined && <i className={`o-dot ${dot}`} aria-hidden="true" />}
      {dictLabel}
    </span>
  );
}

/** A choice among a dictionary's values. */
export function DictSelect({
  type,
  label,
  value,
  onChange,
  id,
}: {
  type: string;
  label: string;
  value?: string | undefined;
  onChange?: (value: string) => void;
  id?: string;
}) {
  const entries = useDict(type);
  return (
    <Select
      {...(id ? { id } : {})}
      className="cr-select"
      aria-label={label}
      placeholder={label}
      allowClear={CLEARABLE}
      value={value || null}
      onChange={(next: string | null | undefined) => onChange?.(next ?? "")}
      options={entries.map((each) => ({ value: each.dictValue, label: each.dictLabel }))}
    />
  );
}

/** One of a dictionary's few values, all in sight. */
export function DictRadio({
  type,
  value,
  onChange,
  id,
}: {
  type: string;
  value?: string;
  onChange?: (value: string) => void;
  id?: string;
}) {
  const entries = useDict(type);
  return (
    <Radio.Group
      {...(id ? { id } : {})}
      value={value}
      onChange={(event) => onChange?.(String(event.target.value))}
      options={entries.map((each) => ({ value: each.dictValue, label: each.dictLabel }))}
    />
  );
}
