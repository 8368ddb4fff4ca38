import { placeText } from "#src/lib/address/address.ts";
import { DictKind, DictTag } from "#src/office/form/dict.tsx";
import { textOf } from "#src/office/list/cells.tsx";
import type { Column, Filter } from "#src/office/list/crud-types.ts";
import { LogPage } from "#src/office/list/log-page.tsx";
import { Detail } from "./detail.tsx";
import type { Operation } from "./operation.ts";

const FILTERS: Filter[] = [
  { kind: "text", name: "title", label: "系统模块" },
  { kind: "text", name: "operName", label: "操作人员" },
  { kind: "dict", name: "businessType", label: "操作类型", dict: "sys_oper_type" },
  { kind: "dict", name: "status", label: "操作状态", dict: "sys_common_status" },
  { kind: "text", name: "operIp", label: "操作地址" },
  { kind: "range", name: "Time", label: "操作时间" },
];

const COLUMNS: Column<Operation>[] = [
  { key: "operId", title: "编号", width: 90 },
  { key: "title", title: "系统模块", render: (row) => row.title },
  {
    key: "businessType",
    title: "操作类型",
    width: 110,
    render: (row) => <DictKind type="sys_oper_type" value={row.businessType} />,
  },
  { key: "operName", title: "操作人员", isSortable: true },
  { key: "deptName", title: "部门", isExtra: true },
  { key: "operIp", title: "操作地址" },
  {
    key: "operLocation",
    title: "操作地点",
    isExtra: true,
    render: (row) => textOf(placeText(row.operLocation)),
  },
  {
    key: "status",
    title: "操作状态",
    width: 110,
    render: (row) => <DictTag type="sys_common_status" value={row.status} />,
  },
  { key: "operTime", title: "操作时间", width: 180, isSortable: true },
  {
    key: "costTime",
    title: "消耗时间",
    width: 110,
    isNumber: true,
    isSortable: true,
    render: (row) => `${row.costTime} 毫秒`,
  },
];

/** 操作日志 (menu row 500). */
export default function OperLogPage() {
  return (
    <LogPage
      noun="操作日志"
      path="/monitor/operlog"
      permi="monitor:operlog"
      id="operId"
      name="title"
      filters={FILTERS}
      columns={COLUMNS}
      detail={(row, onClose) => <Detail row={row} onClose={onClose} />}
      removalText="删除只是不再列出，审计记录仍然保留，这次删除也会记入日志。"
      clearingText="现有的操作日志将不再列出。审计记录本身不会删除，仍可校验；这次清空也会记入日志。"
    />
  );
}
