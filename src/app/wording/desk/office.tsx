import { ImportOutlined } from "@ant-design/icons";
import { Button } from "antd";
import { useState } from "react";
import { Can } from "#src/office/account/can.tsx";
import { columnOf, filtersOf, MADE } from "#src/office/fields/columns.tsx";
import { FieldItem } from "#src/office/fields/item.tsx";
import { Mark } from "#src/office/form/dict.tsx";
import { LinesDialog } from "#src/office/form/lines-dialog.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity } from "#src/office/list/crud-types.ts";
import { WORD, type Word } from "./fields.ts";
import { TryBox } from "./try-box.tsx";

const PATH = "/api/bll/wording/desk";

const ENTITY: Entity<Word> = {
  noun: "词语",
  path: PATH,
  permi: "content:wording",
  id: "id",
  name: "word",
};

const column = columnOf<Word>(WORD);

const COLUMNS: Column<Word>[] = [
  column("word", { isSortable: true }),
  column("level", {
    width: 110,
    isSortable: true,
    render: ({ level }) => (
      <Mark
        entry={{
          dictLabel: WORD.level.words[level === "block" ? "block" : "warn"],
          listClass: level === "block" ? "danger" : "warning",
          cssClass: "",
        }}
      />
    ),
  }),
  column("suggestion"),
  column("kind", { width: 140, isSortable: true }),
  column("status"),
  column("remark", { isExtra: true }),
  MADE,
];

/** 用语检查 (menu row 2009): words that must not, or should not, be published as they stand. */
export default function WordingDesk() {
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="用语检查"
        filters={filtersOf(WORD, "word", "kind", "status")}
        columns={COLUMNS}
        actions={
          <>
            <Can permi={["content:wording:add"]}>
              <Button icon={<ImportOutlined aria-hidden />} onClick={() => setImporting(true)}>
                批量导入
              </Button>
            </Can>
            <TryBox path={PATH} />
          </>
        }
        form={{
          names: Object.keys(WORD),
          initial: { level: "warn", status: "0" },
          fields: () => (
            <>
              <FieldItem of={WORD} name="word" />
              <FieldItem of={WORD} name="level" />
              <FieldItem of={WORD} name="suggestion" />
              <FieldItem of={WORD} name="kind" />
              <FieldItem of={WORD} name="status" />
              <FieldItem of={WORD} name="remark" />
            </>
          ),
        }}
      />
      {isImporting && (
        <LinesDialog
          title="批量导入词语"
          path={PATH}
          placeholder={"国家级认证=学习证明\n最权威"}
          hint="一行一个词，需要给出建议时写成 词=建议；已有的词会更新级别和建议。# 开头的行不导入。"
          initial={{ level: "warn", kind: "" }}
          onClose={() => setImporting(false)}
        >
          <FieldItem of={WORD} name="level" />
          <FieldItem of={WORD} name="kind" rule="留空时，已有的词保持原来的类别" />
        </LinesDialog>
      )}
    </>
  );
}
