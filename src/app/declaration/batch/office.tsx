import { useState } from "react";
import { call, report } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { columnOf, filtersOf, MADE } from "#src/office/fields/columns.tsx";
import { FieldItem } from "#src/office/fields/item.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { RowAction } from "#src/office/list/crud-types.ts";
import { ENTITY } from "./entity.ts";
import { UnlockDialog } from "./unlock-dialog.tsx";
import type { BatchRow } from "./wire.ts";

const { noun, path, permi, facts } = ENTITY;
const column = columnOf<BatchRow>(facts);
const NAMES = Object.keys(facts) as (keyof typeof facts)[];

/** A batch like this one, with its form, that is being prepared. */
async function copy({ id, batchName }: BatchRow): Promise<void> {
  const isSure = await ask({
    title: `复制「${batchName}」？`,
    text: "新批次沿用规则和申报书格式，状态为准备中；请改好名称和时间后发布。",
    ok: "复制",
  });
  if (!isSure) return;
  try {
    await call("POST", `${path}/copy`, { body: { id }, isQuiet: true });
    notify.success("已复制，请修改名称和时间");
    await tellChange([path]);
  } catch (error) {
    report(error);
  }
}

const COPY: RowAction<BatchRow> = {
  key: "copy",
  label: "复制",
  permi: "declare:batch:add",
  run: (row) => void copy(row),
};

/** 批次管理 (menu row 2701): batches with copying and deadlines of single persons. */
export default function Batches() {
  const [unlocked, setUnlocked] = useState<BatchRow>();
  const unlock: RowAction<BatchRow> = {
    key: "unlock",
    label: "个人延时",
    permi: "declare:batch:unlock",
    run: setUnlocked,
  };
  return (
    <>
      <CrudPage<BatchRow>
        entity={{ noun, path, permi, id: "id", name: "batchName" }}
        title={noun}
        filters={filtersOf(facts, "batchName", "kind", "status")}
        columns={[
          column("batchName", { isSortable: true }),
          column("kind"),
          column("openAt"),
          column("closeAt"),
          column("audience"),
          column("quotaPerUnit"),
          column("status"),
          MADE,
        ]}
        rowActions={(row, regular) => [
          ...regular.filter(({ isDanger }) => !isDanger),
          ...(row.closeAt ? [unlock] : []),
          COPY,
          ...regular.filter(({ isDanger }) => isDanger),
        ]}
        form={{
          names: NAMES,
          initial: {
            kind: "project",
            audience: "any",
            status: "1",
            unitCheck: false,
            isBlind: true,
            quotaPerUnit: 0,
            reviewers: 3,
            orderNum: 0,
          },
          fields: () => NAMES.map((each) => <FieldItem key={each} of={facts} name={each} />),
        }}
      />
      {unlocked ? <UnlockDialog batch={unlocked} onClose={() => setUnlocked(undefined)} /> : null}
    </>
  );
}
