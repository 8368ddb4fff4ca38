import { placeText } from "#src/lib/address/address.ts";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { DictTag } from "#src/office/form/dict.tsx";
import { textOf } from "#src/office/list/cells.tsx";
import type { Column, Filter, RowAction } from "#src/office/list/crud-types.ts";
import { LogPage } from "#src/office/list/log-page.tsx";

type LogIn = {
  infoId: number;
  userName: string;
  status: string;
  ipaddr: string;
  loginLocation: string;
  browser: string;
  os: string;
  msg: string;
  loginTime: string;
};

const PATH = "/monitor/logininfor";

const FILTERS: Filter[] = [
  { kind: "text", name: "ipaddr", label: "登录地址" },
  { kind: "text", name: "userName", label: "用户名称" },
  { kind: "dict", name: "status", label: "登录状态", dict: "sys_common_status" },
  { kind: "range", name: "Time", label: "登录时间" },
];

const COLUMNS: Column<LogIn>[] = [
  { key: "infoId", title: "编号", width: 90 },
  { key: "userName", title: "用户名称", isSortable: true, render: (row) => textOf(row.userName) },
  { key: "ipaddr", title: "登录地址" },
  {
    key: "loginLocation",
    title: "登录地点",
    isExtra: true,
    render: (row) => textOf(placeText(row.loginLocation)),
  },
  { key: "browser", title: "浏览器" },
  { key: "os", title: "操作系统" },
  {
    key: "status",
    title: "登录状态",
    width: 110,
    render: (row) => <DictTag type="sys_common_status" value={row.status} />,
  },
  { key: "msg", title: "提示消息" },
  { key: "loginTime", title: "登录时间", width: 180, isSortable: true },
];

async function unlock({ userName }: LogIn): Promise<void> {
  const isSure = await ask({
    title: `解锁账号「${userName}」？`,
    text: "清除密码输错的次数，可以立即重新登录。",
    ok: "解锁",
  });
  if (!isSure) return;
  await call("GET", `${PATH}/unlock/${encodeURIComponent(userName)}`);
  notify.success(`账号「${userName}」已解锁`);
}

const UNLOCK: RowAction<LogIn> = {
  key: "unlock",
  label: "解锁",
  permi: "monitor:logininfor:unlock",
  // The refusal is on the screen already.
  run: (row) => void unlock(row).catch(() => undefined),
};

/** 登录日志 (menu row 501). */
export default function LoginLogPage() {
  return (
    <LogPage
      noun="登录日志"
      path={PATH}
      permi="monitor:logininfor"
      id="infoId"
      name="userName"
      filters={FILTERS}
      columns={COLUMNS}
      rowActions={[UNLOCK]}
      removalText="删除只是不再列出，记录仍按规定期限保存，这次删除也会记入操作日志。"
      clearingText="现有的登录日志将不再列出。记录本身仍按规定期限保存；这次清空会记入操作日志。"
    />
  );
}
