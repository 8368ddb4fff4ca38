import { keepPreviousData, useMutation, useQuery } from "@tanstack/react-query";
import { Alert, Button, Checkbox, Drawer, type InputRef } from "antd";
import { useRef, useState } from "react";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { CrudFilters } from "#src/office/list/crud-filters.tsx";
import type { Filter, ListAnswer } from "#src/office/list/crud-types.ts";
import { ListEmpty } from "#src/office/list/list-empty.tsx";
import { Pager } from "#src/office/list/pager.tsx";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";
import { useOpening } from "#src/office/tabs/use-on-change.ts";
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
  const [values, setValues] = useState<Record<string, string>>({});
  const [[pageNum, pageSize], setPage] = useState([1, 20]);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const firstField = useRef<InputRef>(null);
  const opening = useOpening(() => firstField.current?.focus());
  const isMobile = useIsMobile();
  const { close, settle } = useCarefulClose(
    chosen.size > 0,
    { title: `放弃勾选的 ${chosen.size} 张表？`, text: "还没有导入，关闭后要重新勾选。" },
    onClose,
  );
  const active = FILTERS.filter(({ name }) => values[name]);
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: [PATH, "db", values, pageNum, pageSize],
    queryFn: ({ signal }) =>
      call<ListAnswer<FreeTable>>("GET", `${PATH}/db/list`, {
        query: { ...values, pageNum, pageSize },
        signal,
        isQuiet: true,
      }),
    meta: { isQuiet: true },
    // Tables come and go outside of the office.
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const search = (next: Record<string, string>) => {
    setValues(next);
    setPage([1, pageSize]);
  };
  const importing = useMutation({
    mutationFn: () =>
      call("POST", `${PATH}/importTable`, {
        query: { tables: [...chosen].join(","), tplWebType: "element-plus" },
        isQuiet: true,
      }),
    onSuccess: async () => {
      notify.success(`已导入 ${chosen.size} 张表`);
      settle();
      onClose();
      await tellChange([PATH]);
    },
  });
  const turn = (names: readonly string[], isOn: boolean) => {
    const next = new Set(chosen);
    for (const name of names) {
      if (isOn) next.add(name);
      else next.delete(name);
    }
    setChosen(next);
  };
  const shown = data?.rows.map(({ tableName }) => tableName) ?? [];
  const ticked = shown.filter((name) => chosen.has(name)).length;

  return (
    <Drawer
      open
      title="导入表"
      size={isMobile ? "100%" : 720}
      onClose={() => void close()}
      afterOpenChange={opening}
      footer={
        <div className="cr-foot">
          <span className="o-note" role="status">
            {chosen.size === 0 && "请勾选要导入的表"}
            {chosen.size > 0 && `已选 ${chosen.size} 张表`}
            {chosen.size > MOST && `，一次最多 ${MOST} 张`}
          </span>
          <Button onClick={() => void close()}>取消</Button>
          <Button
            type="primary"
            disabled={chosen.size === 0 || chosen.size > MOST}
            loading={importing.isPending}
            onClick={() => importing.mutate()}
          >
            导入{chosen.size > 0 ? ` ${chosen.size}` : ""}
          </Button>
        </div>
      }
    >
      <div className="ge-pick">
        <CrudFilters
          label="筛选数据库的表"
          filters={FILTERS}
          values={values}
          activeCount={active.length}
          firstField={firstField}
          onSearch={search}
        />
        {importing.error && <Alert type="error" showIcon title={errorText(importing.error)} />}
        {error && !data && <Failure error={error} onRetry={() => void refetch()} />}
        {!error && !data && <PageSkeleton />}
        {data?.rows.length === 0 && !isPlaceholderData && (
          <ListEmpty
            kind={active.length > 0 ? "match" : "first"}
            noun="可导入的表"
            hint="数据库里的表都已导入。"
            filters={active}
            values={values}
            onSearch={search}
          />
        )}
        {data && data.rows.length > 0 && (
          <ul
            className="ge-tables"
            data-stale={isPlaceholderData || undefined}
            aria-label="数据库的表"
          >
            <li>
              <Checkbox
                checked={ticked === shown.length}
                indeterminate={ticked > 0 && ticked < shown.length}
                onChange={(event) => turn(shown, event.target.checked)}
              >
                <span className="o-note">本页全选</span>
              </Checkbox>
            </li>
            {data.rows.map(({ tableName, tableComment }) => (
              <li key={tableName} data-selected={chosen.has(tableName) || undefined}>
                <Checkbox
                  checked={chosen.has(tableName)}
                  onChange={(event) => turn([tableName], event.target.checked)}
                >
                  <span className="cr-code">{tableName}</span>{" "}
                  <span className="o-note">{tableComment}</span>
                </Checkbox>
              </li>
            ))}
          </ul>
        )}
        {data && data.total > 0 && (
          <Pager
            total={data.total}
            pageNum={pageNum}
            pageSize={pageSize}
            onTurn={(page, size) => setPage([page, size])}
          />
        )}
      </div>
    </Drawer>
  );
}
