import { ImportOutlined } from "@ant-design/icons";
import { Button, Form, Input, Radio } from "antd";
import { useState } from "react";
import { Can } from "#src/office/account/can.tsx";
import { RemarkItem, Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { StatusItem } from "#src/office/form/desk-items.tsx";
import { DictTag, Mark } from "#src/office/form/dict.tsx";
import { LinesDialog } from "#src/office/form/lines-dialog.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";
import { TryBox } from "./try-box.tsx";

type Word = {
  id: number;
  word: string;
  level: string;
  suggestion: string;
  kind: string;
  remark: string;
  status: string;
  createTime: string;
};

const PATH = "/api/bll/wording/desk";

const ENTITY: Entity<Word> = {
  noun: "词语",
  path: PATH,
  permi: "content:wording",
  id: "id",
  name: "word",
};

const FILTERS: Filter[] = [
  { kind: "text", name: "word", label: "词语" },
  { kind: "text", name: "kind", label: "类别" },
  { kind: "dict", name: "status", label: "状态", dict: "sys_normal_disable" },
];

const COLUMNS: Column<Word>[] = [
  { key: "word", title: "词语", isSortable: true },
  {
    key: "level",
    title: "级别",
    width: 110,
    isSortable: true,
    render: (row) => (
      <Mark
        entry={
          row.level === "block"
            ? { dictLabel: "禁止", listClass: "danger", cssClass: "" }
            : { dictLabel: "提醒", listClass: "warning", cssClass: "" }
        }
      />
    ),
  },
  { key: "suggestion", title: "建议改为", render: (row) => row.suggestion || "—" },
  { key: "kind", title: "类别", width: 140, isSortable: true, render: (row) => row.kind || "—" },
  {
    key: "status",
    title: "状态",
    width: 100,
    render: (row) => <DictTag type="sys_normal_disable" value={row.status} />,
  },
  { key: "remark", title: "备注", isExtra: true },
  { key: "createTime", title: "创建时间", width: 170, isExtra: true },
];

const LevelItem = () => (
  <Form.Item
    name="level"
    label={
      <Ruled label="级别" rule="禁止：有放行权限的人说明理由后才能发布；提醒：确认后可以发布" />
    }
  >
    <Radio.Group
      options={[
        { value: "block", label: "禁止" },
        { value: "warn", label: "提醒" },
      ]}
    />
  </Form.Item>
);

/** 用语检查 (menu row 2009): words that must not, or should not, be published as they stand. */
export default function WordingDesk() {
  const [isImporting, setImporting] = useState(false);
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="用语检查"
        filters={FILTERS}
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
          names: ["word", "level", "suggestion", "kind", "remark", "status"],
          initial: { level: "warn", status: "0" },
          fields: () => (
            <>
              <Form.Item
                name="word"
                label={<Ruled label="词语" rule="最多 50 个字符；空格、繁体、全角都查得到" />}
                rules={textRules("词语", 50)}
              >
                <Input maxLength={60} />
              </Form.Item>
              <LevelItem />
              <Form.Item
                name="suggestion"
                label={<Ruled label="建议改为" rule="最多 100 个字符，可以留空" />}
                rules={[{ max: 100, message: "建议长度不能超过100个字符" }]}
              >
                <Input maxLength={110} />
              </Form.Item>
              <Form.Item
                name="kind"
                label={<Ruled label="类别" rule="敏感词、固定表述、证书用语等" />}
                rules={[{ max: 20, message: "类别长度不能超过20个字符" }]}
              >
                <Input maxLength={30} />
              </Form.Item>
              <StatusItem rule="停用后不再检查" />
              <RemarkItem rows={2} />
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
          <LevelItem />
          <Form.Item
            name="kind"
            label={<Ruled label="类别" rule="留空时，已有的词保持原来的类别" />}
            rules={[{ max: 20, message: "类别长度不能超过20个字符" }]}
          >
            <Input maxLength={30} />
          </Form.Item>
        </LinesDialog>
      )}
    </>
  );
}
