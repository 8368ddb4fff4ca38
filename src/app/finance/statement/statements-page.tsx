import { UploadOutlined } from "@ant-design/icons";
import { useState } from "react";
import { useCan } from "#src/office/account/can.tsx";
import { BarButton } from "#src/office/list/bar-button.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { openPath } from "#src/office/tabs/workspace.ts";
import { matchPath, STATEMENT } from "./calls.ts";
import { ImportDialog } from "./import-dialog.tsx";
import type { StatementRow } from "./wire.ts";

const ENTITY: Entity<StatementRow> = {
  noun: "银行流水",
  path: STATEMENT,
  permi: "finance:statement",
  id: "id",
  name: "fileName",
  unit: "份",
  isUnexported: true,
  isKept: () => true,
};

const FILTERS: Filter[] = [
  { kind: "text", name: "keyword", label: "查找", hint: "银行或文件名" },
  { kind: "range", name: "Time", label: "导入时间" },
];

const COLUMNS: Column<StatementRow>[] = [
  { key: "fileName", title: "文件" },
  { key: "bankName", title: "银行", width: 160 },
  { key: "addedCount", title: "收入（笔）", width: 96, isNumber: true },
  { key: "amount", title: "金额（元）", width: 126, isNumber: true },
  {
    key: "openCount",
    title: "待匹配",
    width: 84,
    isNumber: true,
    render: ({ openCount }) => (openCount > 0 ? <strong>{openCount}</strong> : "—"),
  },
  { key: "repeatedCount", title: "重复", width: 72, isNumber: true },
  { key: "outCount", title: "支出", width: 72, isNumber: true },
  { key: "problemCount", title: "不能识别", width: 88, isNumber: true },
  { key: "importedBy", title: "导入人", width: 100 },
  { key: "createTime", title: "导入时间", width: 164 },
];

const open = ({ id }: StatementRow) => openPath(matchPath(id));

/** The statements that were imported. */
export default function StatementsPage() {
  const can = useCan();
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="流水导入与匹配"
        filters={FILTERS}
        columns={COLUMNS}
        form={{ read: open }}
        emptyHint="从网上银行下载交易明细，导入之后会显示在这里。"
        rowActions={(row, [action]) =>
          action ? [{ ...action, label: row.openCount > 0 ? "匹配" : "查看", run: open }] : []
        }
        actions={
          <>
            {can.permi(["finance:statement:import"]) && (
              <BarButton
                type="primary"
                icon={<UploadOutlined aria-hidden />}
                label="导入"
                long="导入银行流水"
                onClick={() => setImporting(true)}
              />
            )}
            {can.permi(["finance:statement:query"]) && (
              <BarButton label="全部待匹配" onClick={() => openPath(matchPath(0))} />
            )}
          </>
        }
      />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}
