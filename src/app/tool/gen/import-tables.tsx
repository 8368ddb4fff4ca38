import { useMutation } from "@tanstack/react-query";
import { Alert, Checkbox } from "antd";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import type { Filter } from "#src/office/list/crud-types.ts";
import { useOwnQuery } from "#src/office/list/filter-state.ts";
import { PickDrawer } from "#src/office/list/pick-drawer.tsx";
import { useList } from "#src/office/list/use-list.ts";
import { useRowChoice } from "#src/office/list/use-row-choice.ts";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { errorText } from "#src/site/session/http.ts";
import { PATH } from "./gen.ts";
import "./gen.css";

type FreeTable = { tableName: string; tableComment: string };

const FILTERS: Filter[] = [
  { kind: "text", name: "tableName", label: "表名称" },
  { kind: "text", name: "tableComment", label: "表描述" },
];

/** What one call may name (the server's limit). */
const MOST = 50;

/** 导入表: tables of the database, to be chosen over several pages. */
export function ImportTables({ onClose }: { onClose: () => void }) {
  const place = useOwnQuery();
  const source = { path: PATH, list: "db/list" };
  // Tables come and go outside of the office.
  const list = useList<FreeTable>(source, FILTERS, { place, isLive: true });
  const { rows } = list;
  const choice = useRowChoice(rows, ({ tableName }) => tableName, undefined);
  const importing = useMutation({
    mutationFn: (_close: () => void) =>
      call("POST", `${PATH}/importTable`, {
        query: { tables: choice.keys.join(","), tplWebType: "element-plus" },
        isQuiet: true,
      }),
    onSuccess: async (_answer, close) => {
      notify.success(`已导入 ${choice.size} 张表`);
      close();
      await tellChange([PATH]);
    },
  });
  const shown = rows?.map(({ tableName }) => tableName) ?? [];
  const ticked = shown.filter((name) => choice.has(name)).length;

  return (
    <PickDrawer
      title="导入表"
      noun="表"
      unit="张"
      verb="导入"
      list={list}
      count={choice.size}
      most={MOST}
      hint="数据库里的表都已导入。"
      problem={
        importing.error && <Alert type="error" showIcon title={errorText(importing.error)} />
      }
      isBusy={importing.isPending}
      run={importing.mutate}
      onClose={onClose}
    >
      {!rows && <PageSkeleton />}
      {rows && (
        <ul className="ge-tables" data-stale={list.isStale || undefined} aria-label="数据库的表">
          <li>
            <Checkbox
              checked={ticked === shown.length}
              indeterminate={ticked > 0 && ticked < shown.length}
              onChange={(event) => choice.tick(shown, event.target.checked)}
            >
              <span className="o-note">本页全选</span>
            </Checkbox>
          </li>
          {rows.map(({ tableName, tableComment }) => (
            <li key={tableName} data-selected={choice.has(tableName) || undefined}>
              <Checkbox
                checked={choice.has(tableName)}
                onChange={(event) => choice.tick([tableName], event.target.checked)}
              >
                <span className="cr-code">{tableName}</span>{" "}
                <span className="o-note">{tableComment}</span>
              </Checkbox>
            </li>
          ))}
        </ul>
      )}
    </PickDrawer>
  );
}
