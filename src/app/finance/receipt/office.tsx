import { Button } from "antd";
import { type ReactElement, useState } from "react";
import { RECEIPT_KINDS, RECEIPT_STATES, taskMark } from "#src/lib/membership/receipts.ts";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { Mark } from "#src/office/form/dict.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter, RowAction } from "#src/office/list/crud-types.ts";
import { openPath } from "#src/office/tabs/workspace.ts";
import { BatchDialog } from "./batch-dialog.tsx";
import { HeadDrawer, IssueDrawer, KeepDrawer, MailDrawer, PATH, VoidDrawer } from "./drawers.tsx";
import type { ReceiptRow } from "./wire.ts";

const ENTITY: Entity<ReceiptRow> = {
  noun: "票据",
  path: PATH,
  permi: "finance:receipt",
  id: "id",
  name: "title",
  nameOf: (row) => `${taskMark(row.id)} ${row.title}`,
  unit: "张",
  isKept: () => true,
};

const COLOURS = ["warning", "success", "success", "danger", "info"];
const stateOf = (state: number) => ({
  dictLabel: RECEIPT_STATES[state as keyof typeof RECEIPT_STATES] ?? "",
  listClass: COLOURS[state] ?? "info",
  cssClass: "",
});

const choices = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const FILTERS: Filter[] = [
  { kind: "choice", name: "state", label: "状态", options: choices(RECEIPT_STATES) },
  { kind: "text", name: "keyword", label: "查找", hint: "抬头、申请人、申请号、票据号码或任务号" },
  { kind: "choice", name: "kind", label: "类别", options: choices(RECEIPT_KINDS) },
  { kind: "range", name: "Time", label: "列入时间" },
];

const COLUMNS: Column<ReceiptRow>[] = [
  { key: "id", title: "任务号", width: 88, render: (row) => taskMark(row.id) },
  { key: "state", title: "状态", width: 96, render: (row) => <Mark entry={stateOf(row.state)} /> },
  {
    key: "title",
    title: "抬头",
    render: (row) => (
      <>
        {row.title}
        {row.reason && row.state !== 0 && (
          <>
            <br />
            <span className="o-note">{row.reason}</span>
          </>
        )}
      </>
    ),
  },
  { key: "kind", title: "类别", width: 104, render: (row) => RECEIPT_KINDS[row.kind] },
  { key: "amount", title: "金额（元）", width: 112, isNumber: true },
  { key: "receiptNo", title: "票据号码", width: 150 },
  { key: "registerNo", title: "登记号", width: 112 },
  { key: "applyNo", title: "申请号", width: 136 },
  { key: "payTime", title: "缴费时间", width: 164 },
  { key: "issuedAt", title: "开具时间", width: 164 },
  { key: "issuedBy", title: "开具人", width: 110, isExtra: true },
  { key: "email", title: "收票邮箱", width: 180, isExtra: true },
  { key: "mailedAt", title: "寄送时间", width: 164, isExtra: true },
  { key: "createTime", title: "列入时间", width: 164, isExtra: true },
];

const DIALOGS = {
  issue: IssueDrawer,
  head: HeadDrawer,
  void: VoidDrawer,
  keep: KeepDrawer,
  mail: MailDrawer,
} as const;

const openSign = ({ signId, applyNo }: ReceiptRow) =>
  openPath(signId ? `/members/application/${signId}` : `/finance/confirm?keyword=${applyNo}`);

async function download({ id }: ReceiptRow): Promise<void> {
  try {
    const { data } = await call<{ data: { url: string } }>("GET", `${PATH}/file`, {
      query: { id },
    });
    window.open(data.url, "_blank", "noopener");
  } catch {
    // The refusal is on the screen already.
  }
}

/** 票据 (menu row 2303): what is to be issued for payments, and what was. */
export default function Receipts(): ReactElement {
  const can = useCan();
  const [opened, setOpened] = useState<{ row: ReceiptRow; what: keyof typeof DIALOGS }>();
  const [isBatch, setBatch] = useState(false);
  const act = (
    what: keyof typeof DIALOGS,
    label: string,
    more: Partial<RowAction<ReceiptRow>> = {},
  ): RowAction<ReceiptRow> => ({
    key: what,
    label,
    permi: "finance:receipt:issue",
    run: (row) => setOpened({ row, what }),
    ...more,
  });
  const voids = act("void", "作废重开", { permi: "finance:receipt:void", isDanger: true });
  const actionsOf = (row: ReceiptRow): RowAction<ReceiptRow>[] => {
    if (row.state === 0) return [act("issue", "开具"), act("head", "改抬头")];
    const fetch: RowAction<ReceiptRow> = {
      key: "file",
      label: "下载",
      permi: "finance:receipt:query",
      run: (each) => void download(each),
    };
    const file = row.hasFile ? [fetch] : [];
    if (row.state === 3) {
      return [voids, act("keep", "不予重开", { permi: "finance:receipt:void" }), ...file];
    }
    if (row.state === 4) return file;
    return [...file, ...(row.hasFile ? [act("mail", "再寄")] : []), voids];
  };
  const Dialog = opened && DIALOGS[opened.what];
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="票据"
        filters={FILTERS}
        columns={COLUMNS}
        form={{ read: openSign }}
        actions={
          can.permi(["finance:receipt:issue"]) && (
            <Button onClick={() => setBatch(true)}>批量上传</Button>
          )
        }
        rowActions={(row, [open]) => [
          ...actionsOf(row),
          ...(open ? [{ ...open, label: "查看申请", run: openSign }] : []),
        ]}
      />
      {opened && Dialog && <Dialog row={opened.row} onClose={() => setOpened(undefined)} />}
      {isBatch && <BatchDialog onClose={() => setBatch(false)} />}
    </>
  );
}
