import { Button } from "antd";
import { type ReactNode, useId, useRef, useState } from "react";
import { call, fieldTexts, report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { Key } from "#src/office/keys/keys.tsx";
import { useShortcuts, withCtrl } from "#src/office/keys/shortcuts.ts";
import { hasWrittenOn } from "#src/office/keys/typing.ts";
import type { RowProps } from "./row-parts.tsx";
import "./config.css";

/** Values that are not saved yet, by key. */
export type Drafts = Readonly<Record<string, string>>;

/** Texts by key, or by `<key>.<part>` of a setting with several fields. */
export type Problems = Readonly<Record<string, string>>;

/**
 * Settings in groups, each with its field; changed ones are saved singly or all (`PUT` of `{values}`).
 * What is wrong is said at its row, and the first such row comes into sight.
 */
export function SettingsForm({
  label,
  groups,
  drafts,
  onDrafts,
  path,
  changes,
  check,
  savedText,
  mayEdit,
  isCounted = false,
  empty,
  onProblems,
  children,
}: {
  /** Names the groups' list. */
  label: string;
  groups: readonly { name: string; keys: readonly string[] }[];
  drafts: Drafts;
  onDrafts: (change: (before: Drafts) => Drafts) => void;
  path: string;
  /** Queries that are told of what was saved. */
  changes: readonly string[];
  /** What is wrong with values before they are sent, in the server's words. */
  check: (values: Drafts) => Problems;
  savedText: (keys: readonly string[]) => string;
  mayEdit: boolean;
  /** Groups say how many settings they have. */
  isCounted?: boolean;
  /** Where no group is left. */
  empty?: ReactNode;
  /** Before the first row with a problem is looked for: it may be hidden. */
  onProblems?: () => void;
  /** A setting's row. */
  children: (key: string, row: RowProps, problems: Problems) => ReactNode;
}) {
  const [problems, setProblems] = useState<Problems>({});
  const [saving, setSaving] = useState<readonly string[]>([]);
  const body = useRef<HTMLDivElement>(null);
  const id = useId();
  const changed = Object.keys(drafts);

  const showProblems = (next: Problems) => {
    setProblems(next);
    const [first] = Object.keys(next);
    if (!first) return;
    onProblems?.();
    // After the texts are there.
    requestAnimationFrame(() => {
      if (hasWrittenOn()) return;
      const row = body.current?.querySelector(`[data-key="${CSS.escape(first)}"]`);
      row?.scrollIntoView({ block: "center" });
      row?.querySelector<HTMLElement>("input, textarea, button")?.focus();
    });
  };

  const save = async (keys: readonly string[]) => {
    if (saving.length > 0 || keys.length === 0) return;
    const values = Object.fromEntries(keys.map((key) => [key, drafts[key] ?? ""]));
    const wrong = check(values);
    if (Object.keys(wrong).length > 0) {
      showProblems(wrong);
      return;
    }
    setSaving(keys);
    try {
      await call("PUT", path, { body: { values }, isQuiet: true });
      notify.success(savedText(keys));
      await Promise.all(changes.map((key) => tellChange([key])));
      // What was typed meanwhile is not saved.
      onDrafts((now) =>
        Object.fromEntries(Object.entries(now).filter(([key, value]) => values[key] !== value)),
      );
      setProblems({});
    } catch (failure) {
      const texts = fieldTexts(failure);
      if (texts) showProblems(texts);
      else report(failure);
    } finally {
      setSaving([]);
    }
  };

  const change = (key: string, value: string | undefined) => {
    onDrafts(({ [key]: _old, ...others }) =>
      value === undefined ? others : { ...others, [key]: value },
    );
    setProblems((now) =>
      Object.fromEntries(
        Object.entries(now).filter(([each]) => each !== key && !each.startsWith(`${key}.`)),
      ),
    );
  };

  useShortcuts([
    {
      keys: "Ctrl S",
      label: "保存全部修改",
      matches: withCtrl("KeyS"),
      run: () => void save(changed),
    },
  ]);

  return (
    <>
      <div className="cf-columns">
        <nav className="o-block cf-nav" aria-label={label}>
          {groups.map(({ name, keys }) => {
            const count = keys.filter((key) => key in drafts).length;
            return (
              <button
                key={name}
                type="button"
                onClick={() => {
                  const heading = document.getElementById(`${id}-${name}`);
                  heading?.parentElement?.scrollIntoView({ block: "start" });
                  heading?.focus({ preventScroll: true });
                }}
              >
                {name}
                {count > 0 && <span className="cf-changed">{count} 项未保存</span>}
                {count === 0 && isCounted && <span className="o-note">{keys.length}</span>}
              </button>
            );
          })}
        </nav>
        <div className="cf-groups" ref={body}>
          {groups.length === 0 && empty}
          {groups.map(({ name, keys }) => (
            <section key={name} className="o-block" aria-labelledby={`${id}-${name}`}>
              <h2 id={`${id}-${name}`} className="cf-title" tabIndex={-1}>
                {name}
              </h2>
              {keys.map((key) =>
                children(
                  key,
                  {
                    draft: drafts[key],
                    problem: problems[key],
                    mayEdit,
                    isSaving: saving.includes(key),
                    onChange: (value) => change(key, value),
                    onSave: () => void save([key]),
                  },
                  problems,
                ),
              )}
            </section>
          ))}
        </div>
      </div>
      {changed.length > 0 && (
        <footer className="cf-foot">
          <span>{changed.length} 项未保存</span>
          <Button
            onClick={() => {
              onDrafts(() => ({}));
              setProblems({});
            }}
          >
            全部撤销
          </Button>
          <Button type="primary" loading={saving.length > 0} onClick={() => void save(changed)}>
            全部保存 <Key>Ctrl S</Key>
          </Button>
        </footer>
      )}
    </>
  );
}
