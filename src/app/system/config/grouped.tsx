import { SearchOutlined } from "@ant-design/icons";
import { useQuery } from "@tanstack/react-query";
import { Input, type InputRef } from "antd";
import { type ReactNode, useRef, useState } from "react";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { CLEARABLE } from "#src/office/form/clearable.tsx";
import { Key } from "#src/office/keys/keys.tsx";
import { plainKey, useShortcuts } from "#src/office/keys/shortcuts.ts";
import type { ListAnswer } from "#src/office/list/crud-types.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { checkValue } from "./rules.ts";
import { GROUPS } from "./setting.ts";
import { asShown, SettingRow, type Shown } from "./setting-row.tsx";
import { settingOf } from "./settings.ts";
import { type Drafts, type Problems, SettingsForm } from "./settings-form.tsx";

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

type Props = {
  actions: ReactNode;
  drafts: Drafts;
  onDrafts: (change: (before: Drafts) => Drafts) => void;
};

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
  const field = useRef<InputRef>(null);
  const words = search.trim().toLowerCase();
  const groups = groupsOf(rows)
    .map(({ name, settings }) => ({
      name,
      settings: settings.filter((each) =>
        `${name} ${each.name} ${each.key} ${each.note}`.toLowerCase().includes(words),
      ),
    }))
    .filter(({ settings }) => settings.length > 0);

  const shownByKey = new Map(
    groups.flatMap(({ settings }) => settings.map((each) => [each.key, each])),
  );
  const nameOf = (key: string | undefined) =>
    rows.find(({ configKey }) => configKey === key)?.configName ?? "";

  useShortcuts([
    {
      keys: "/",
      label: "搜索参数",
      isSingle: true,
      matches: plainKey("/"),
      run: () => field.current?.focus(),
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
      <SettingsForm
        label="参数分组"
        groups={groups.map(({ name, settings }) => ({
          name,
          keys: settings.map(({ key }) => key),
        }))}
        drafts={drafts}
        onDrafts={onDrafts}
        path={`${PATH}/values`}
        changes={[PATH]}
        check={problemsOf}
        savedText={(keys) =>
          keys.length === 1 ? `已保存「${nameOf(keys[0])}」` : `已保存 ${keys.length} 项参数`
        }
        mayEdit={mayEdit}
        isCounted
        empty={<p className="o-block cf-none">没有符合“{search.trim()}”的参数。</p>}
        onProblems={() => setSearch("")}
      >
        {(key, row) => {
          const shown = shownByKey.get(key);
          return shown && <SettingRow key={key} shown={shown} {...row} />;
        }}
      </SettingsForm>
    </>
  );
}

function problemsOf(values: Drafts): Problems {
  return Object.fromEntries(
    Object.entries(values).flatMap(([key, value]) => {
      const text = checkValue(key, value.trim());
      return text ? [[key, text] as const] : [];
    }),
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
