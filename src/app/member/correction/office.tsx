import { useState } from "react";
import { nameOfCorrectionState } from "#src/lib/membership/correction-life.ts";
import { Mark } from "#src/office/form/dict.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter, RowAction } from "#src/office/list/crud-types.ts";
import { CorrectionDrawer, PATH } from "./correction-drawer.tsx";
import { DecideDrawer } from "./decide-drawer.tsx";
import type { CorrectionRow } from "./wire.ts";

const ENTITY: Entity<CorrectionRow> = {
  noun: "更正申请",
  path: PATH,
  permi: "member:correction",
  id: "id",
  name: "memberName",
  nameOf: (row) => `${row.memberName}（${row.memberNo}）`,
  unit: "项",
  isUnexported: true,
  isKept: () => true,
};

const COLOURS: Readonly<Record<string, string>> = {
  asked: "warning",
  agreed: "success",
  refused: "danger",
  withdrawn: "info",
};

const FILTERS: Filter[] = [
  { kind: "text", name: "keyword", label: "查找", hint: "会员编号或名称" },
  {
    kind: "choice",
    name: "state",
    label: "状态",
    options: Object.keys(COLOURS).map((value) => ({ value, label: nameOfCorrectionState(value) })),
  },
];

const PRESETS: { key: string; name: string; query: Record<string, string> }[] = [
  { key: "all", name: "全部", query: {} },
  { key: "asked", name: "待办理", query: { state: "asked" } },
];

const LATE = { dictLabel: "已超时", listClass: "danger", cssClass: "" };

const COLUMNS: Column<CorrectionRow>[] = [
  { key: "memberNo", title: "会员编号", width: 130 },
  { key: "memberName", title: "登记名称", render: (row) => row.memberName },
  { key: "what", title: "更正内容", width: 220 },
  {
    key: "state",
    title: "状态",
    width: 150,
    render: (row) => (
      <>
        <Mark
          entry={{
            dictLabel: nameOfCorrectionState(row.state),
            listClass: COLOURS[row.state] ?? "info",
            cssClass: "",
          }}
        />
        {row.isLate ? <Mark entry={LATE} /> : null}
      </>
    ),
  },
  { key: "createTime", title: "提交时间", width: 164 },
  { key: "dueAt", title: "应办时间", width: 164 },
  { key: "decidedAt", title: "办理时间", width: 164, render: (row) => row.decidedAt || "—" },
];

/** 资料更正 (menu row 2208): what members want put right in the register, with its proof. */
export default function CorrectionPage() {
  const [read, setRead] = useState<CorrectionRow>();
  const [decided, setDecided] = useState<{ row: CorrectionRow; verb: "agree" | "refuse" }>();
  const verb = (key: "agree" | "refuse", label: string): RowAction<CorrectionRow> => ({
    key,
    label,
    permi: "member:correction:decide",
    isDanger: key === "refuse",
    run: (row) => setDecided({ row, verb: key }),
  });
  const ACTIONS = [verb("agree", "同意更正"), verb("refuse", "不予更正")];
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="资料更正"
        filters={FILTERS}
        columns={COLUMNS}
        form={{ read: setRead }}
        rowActions={(row, regular) => [...(row.state === "asked" ? ACTIONS : []), ...regular]}
        saved={{ page: "member/correction/index", presets: PRESETS }}
        emptyHint="会员在“我的会籍”申请更正姓名、证件号码或单位名称后会显示在这里。"
      />
      {read && <CorrectionDrawer id={read.id} onClose={() => setRead(undefined)} />}
      {decided && <DecideDrawer {...decided} onClose={() => setDecided(undefined)} />}
    </>
  );
}
