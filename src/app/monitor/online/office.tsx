import { placeText } from "#src/lib/address/address.ts";
import { formatTime } from "#src/lib/text/date-format.ts";
import { textOf } from "#src/office/list/cells.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";

type Online = {
  tokenId: string;
  userName: string;
  nickName: string;
  deptName: string | null;
  ipaddr: string;
  loginLocation: string;
  browser: string;
  os: string;
  /** Milliseconds. */
  loginTime: number;
  lastSeenTime: number;
  isCurrent: boolean;
};

const ENTITY: Entity<Online> = {
  noun: "在线用户",
  path: "/monitor/online",
  permi: "monitor:online",
  id: "tokenId",
  name: "userName",
  nameOf: (row) => `${row.userName} ${row.tokenId}`,
  isUnexported: true,
  isKept: (row) => row.isCurrent,
  removal: {
    verb: "强退",
    permi: "monitor:online:forceLogout",
    bulkPermi: "monitor:online:batchLogout",
    text: "这次登录会立即失效，尚未保存的内容可能丢失；对方可以重新登录。",
  },
};

const FILTERS: Filter[] = [
  { kind: "text", name: "userName", label: "用户名称（完整）" },
  { kind: "text", name: "ipaddr", label: "登录地址（完整）" },
];

const COLUMNS: Column<Online>[] = [
  { key: "tokenId", title: "会话编号", width: 100 },
  {
    key: "userName",
    title: "用户名称",
    render: (row) => (
      <>
        {row.userName} {row.isCurrent && <span className="o-kind">当前会话</span>}
      </>
    ),
  },
  { key: "nickName", title: "姓名" },
  { key: "deptName", title: "部门" },
  { key: "ipaddr", title: "登录地址" },
  {
    key: "loginLocation",
    title: "登录地点",
    isExtra: true,
    render: (row) => textOf(placeText(row.loginLocation)),
  },
  { key: "browser", title: "浏览器" },
  { key: "os", title: "操作系统" },
  { key: "loginTime", title: "登录时间", width: 170, render: (row) => formatTime(row.loginTime) },
  {
    key: "lastSeenTime",
    title: "最近活动",
    width: 170,
    isExtra: true,
    render: (row) => formatTime(row.lastSeenTime),
  },
];

/** 在线用户 (menu row 109): the sessions that live, and how to end one. */
export default function OnlinePage() {
  return (
    <CrudPage
      entity={ENTITY}
      title="在线用户"
      filters={FILTERS}
      columns={COLUMNS}
      form={{ read: undefined }}
    />
  );
}
