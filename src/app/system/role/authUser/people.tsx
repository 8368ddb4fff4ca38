import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type RefObject, useRef } from "react";
import { call } from "#src/office/calls/http.ts";
import { DictTag } from "#src/office/form/dict.tsx";
import { CrudCards } from "#src/office/list/crud-cards.tsx";
import { CrudTable } from "#src/office/list/crud-table.tsx";
import type { Column, Entity, Filter, ListAnswer, RowAction } from "#src/office/list/crud-types.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { useIsMobile } from "#src/office/shell/use-media.ts";

/** Someone who holds a role, or could. */
export type Person = {
  userId: number;
  userName: string;
  nickName: string;
  deptName: string | null;
  /** Masked. */
  phonenumber: string;
  status: string;
  createTime: string;
};

export const PATH = "/system/role/authUser";

export const FILTERS: Filter[] = [
  { kind: "text", name: "userName", label: "登录名称" },
  { kind: "text", name: "phonenumber", label: "手机号码" },
];

const ENTITY: Entity<Person> = {
  noun: "用户",
  path: PATH,
  permi: "system:role",
  id: "userId",
  name: "userName",
};

const COLUMNS: Column<Person>[] = [
  { key: "userName", title: "登录名称" },
  { key: "nickName", title: "用户昵称" },
  { key: "deptName", title: "部门" },
  { key: "phonenumber", title: "手机号码", width: 140 },
  {
    key: "status",
    title: "状态",
    width: 100,
    render: (row) => <DictTag type="sys_normal_disable" value={row.status} />,
  },
  { key: "createTime", title: "创建时间", width: 180 },
];

/** One page of the people who hold a role (`allocated`), or of those who do not. */
export const usePeople = (
  which: "allocated" | "unallocated",
  roleId: string,
  asked: Record<string, string | number>,
) =>
  useQuery({
    queryKey: [PATH, which, roleId, asked],
    queryFn: ({ signal }) =>
      call<ListAnswer<Person>>("GET", `${PATH}/${which}List`, {
        query: { roleId, ...asked },
        signal,
        isQuiet: true,
      }),
    meta: { isQuiet: true },
    placeholderData: keepPreviousData,
  });

/** The rows of such a page as a table or as cards, each to be chosen. */
export function PeopleRows({
  answer,
  selected,
  onSelect,
  actions,
  isNarrow = false,
  scroller,
}: {
  answer: ReturnType<typeof usePeople>;
  selected: ReadonlyMap<number, Person>;
  onSelect: (next: ReadonlyMap<number, Person>) => void;
  actions: (row: Person) => RowAction<Person>[];
  /** In a drawer: less of each. */
  isNarrow?: boolean;
  scroller?: RefObject<HTMLDivElement | null>;
}) {
  const own = useRef<HTMLDivElement>(null);
  const isMobile = useIsMobile();
  const { data, error, isFetching, refetch } = answer;
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  const View = isMobile ? CrudCards : CrudTable;
  const hidden = isNarrow ? ["createTime", "status"] : [];
  const toggle = (row: Person) => {
    const next = new Map(selected);
    if (!next.delete(row.userId)) next.set(row.userId, row);
    onSelect(next);
  };
  return (
    <View
      entity={ENTITY}
      columns={COLUMNS.filter(({ key }) => !hidden.includes(key))}
      rows={data?.rows}
      isStale={isFetching && data !== undefined}
      selected={new Set(selected.keys())}
      hasSelection
      onSelect={(ids, isOn) => {
        const next = new Map(selected);
        for (const row of data?.rows ?? []) {
          if (!ids.includes(row.userId)) continue;
          if (isOn) next.set(row.userId, row);
          else next.delete(row.userId);
        }
        onSelect(next);
      }}
      order={undefined}
      isDescending={false}
      onSort={() => undefined}
      actions={actions}
      onOpen={toggle}
      density="normal"
      scroller={scroller ?? own}
    />
  );
}
