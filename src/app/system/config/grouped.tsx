import { SearchOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Button, Input, type InputRef } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { useCan } from "#src/office/account/can.tsx";
import { call, fieldTexts, report } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { Key } from "#src/office/keys/keys.tsx";
import { plainKey, useShortcuts, withCtrl } from "#src/office/keys/shortcuts.ts";
import { hasWrittenOn } from "#src/office/keys/typing.ts";
import type { ListAnswer } from "#src/office/list/crud-types.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { checkValue } from "./rules.ts";
import { GROUPS } from "./setting.ts";
import { asShown, SettingRow, type Shown } from "./setting-row.tsx";
import { settingOf } from "./settings.ts";
import "./config.css";

type Row = { configKey: string; configName: string; configValue: string; remark: string };

const PATH = "/system/config";
/** The most one call answers; three of them are more settings than anybody keeps. */
const PAGE = 100;
const MAX_PAGES = 3;
/** What staff made up themselves. */
const OTHER = "自定义";

async function allRows(signal: AbortSignal): Promise<Row[]> {
  const rows: Row[] = [];
  for (let pageNum = 1; pageNum <= MAX_PAGES; pageNum++) {
    const query = { pageNum, pageSize: PAGE };
    const page = await call<ListAnswer<Row>>("GET", `${PATH}/list`, {
      query,
      signal,
      isQuiet: true,
    });
    rows.push(...page.rows);
    if (rows.length >= page.total) break;
  }
  return rows;
}

/** Values that are not saved yet, by key. */
export type Drafts = Readonly<Record<string, string>>;

type Props = { actions: ReactNode; drafts: Drafts; onDrafts: (drafts: Drafts) => void };

/** The settings by what they are about, each with its field; changed ones are saved singly or all. */
export function GroupedSettings(props: Props) {
  const { data, error, refetch } = useQuery({
    queryKey: [PATH, "grouped"],
    queryFn: ({ signal }) => allRows(signal),
    meta: { isQuiet: true },
  });
  return (
    <div className="cf">
      <h1 className="o-hidden">参数设置</h1>
      {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <PageSkeleton />}
      {data && <Groups rows={data} {...props} />}
    </div>
  );
}

function Groups({ rows, actions, drafts, onDrafts }: Props & { rows: readonly Row[] }) {
  const mayEdit = useCan().permi(["system:config:edit"]);
  const [search, setSearch] = useState("");
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [saving, setSaving] = useState<readonly string[]>([]);
  const field = useRef<InputRef>(null);
  const body = useRef<HTMLDivElement>(null);
  const changed = Object.keys(drafts);
  const words = search.trim().toLowerCase();
  const groups = groupsOf(rows)
    .map(({ name, settings }) => ({
      name,
      settings: settings.filter((each) =>
        `${name} ${each.name} ${each.key} ${each.note}`.toLowerCase().includes(words),
      ),
    }))
    .filter(({ settings }) => settings.length > 0);

  const showProblems = (next: Record<string, string>) => {
    setProblems(next);
    const [first] = Object.keys(next);
    if (!first) return;
    setSearch("");
    // After the search is gone and the text is there.
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
    const wrong = Object.entries(values).flatMap(([key, value]) => {
      const text = checkValue(key, value.trim());
      return text ? [[key, text] as const] : [];
    });
    if (wrong.length > 0) {
      showProblems(Object.fromEntries(wrong));
      return;
    }
    setSaving(keys);
    try {
      await call("PUT", `${PATH}/values`, { body: { values }, isQuiet: true });
      const [first] = rows.filter((row) => row.configKey === keys[0]);
      notify.success(
        keys.length === 1 ? `已保存「${first?.configName}」` : `已保存 ${keys.length} 项参数`,
      );
      await tellChange([PATH]);
      const left = Object.fromEntries(
        Object.entries(drafts).filter(([key]) => !keys.includes(key)),
      );
      onDrafts(left);
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
    const { [key]: _old, ...others } = drafts;
    const { [key]: _problem, ...rest } = problems;
    onDrafts(value === undefined ? others : { ...others, [key]: value });
    setProblems(rest);
  };

  useShortcuts([
    {
      keys: "/",
      label: "搜索参数",
      isSingle: true,
      matches: plainKey("/"),
      run: () => field.current?.focus(),
    },
    {
      keys: "Ctrl S",
      label: "保存全部修改",
      matches: withCtrl("KeyS"),
      run: () => void save(changed),
    },
  ]);

  return (
    <>
      <section className="o-block cf-top" aria-label="工具">
        <Input
          ref={field}
          className="cf-search"
          aria-label="搜索参数"
          placeholder="搜索名称、键名、说明"
          prefix={<SearchOutlined aria-hidden className="cr-faint" />}
          suffix={<Key>/</Key>}
          allowClear={CLEARABLE}
          maxLength={100}
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        {actions}
      </section>
      <div className="cf-columns">
        <nav className="o-block cf-nav" aria-label="参数分组">
          {groups.map(({ name, settings }) => {
            const count = settings.filter(({ key }) => key in drafts).length;
            return (
              <button
                key={name}
                type="button"
                onClick={() => {
                  const section = document.getElementById(`cf-group-${name}`);
                  section?.scrollIntoView({ block: "start" });
                  section?.querySelector<HTMLElement>("h2")?.focus({ preventScroll: true });
                }}
              >
                {name}
                {count > 0 ? (
                  <span className="cf-changed">{count} 项未保存</span>
                ) : (
                  <span className="o-note">{settings.length}</span>
                )}
              </button>
            );
          })}
        </nav>
        <div className="cf-groups" ref={body}>
          {groups.length === 0 && (
            <p className="o-block cf-none">没有符合“{search.trim()}”的参数。</p>
          )}
          {groups.map(({ name, settings }) => (
            <section
              key={name}
              id={`cf-group-${name}`}
              className="o-block"
              aria-labelledby={`cf-title-${name}`}
            >
              <h2 id={`cf-title-${name}`} className="cf-title" tabIndex={-1}>
                {name}
              </h2>
              {settings.map((shown) => (
                <SettingRow
                  key={shown.key}
                  shown={shown}
                  draft={drafts[shown.key]}
                  problem={problems[shown.key]}
                  mayEdit={mayEdit}
                  isSaving={saving.includes(shown.key)}
                  onChange={(value) => change(shown.key, value)}
                  onSave={() => void save([shown.key])}
                />
              ))}
            </section>
          ))}
        </div>
      </div>
      {changed.length > 0 && (
        <footer className="cf-foot">
          <span>{changed.length} 项未保存</span>
          <Button
            onClick={() => {
              onDrafts({});
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

/** Groups in their order with their settings in the order of the rows. */
function groupsOf(rows: readonly Row[]): { name: string; settings: Shown[] }[] {
  return [...GROUPS, OTHER]
    .map((name) => ({
      name,
      settings: rows
        .filter((row) => (settingOf(row.configKey)?.group ?? OTHER) === name)
        .map((row) => asShown(row, settingOf(row.configKey))),
    }))
    .filter(({ settings }) => settings.length > 0);
}
