import { Form, Input } from "antd";
import { Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { AddressItem, OrderItem, StatusItem } from "#src/office/form/desk-items.tsx";
import { DictTag } from "#src/office/form/dict.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";

type Reply = {
  id: number;
  question: string;
  keywords: string;
  answer: string;
  linkUrl: string;
  orderNum: number;
  status: string;
  createTime: string;
};

const ENTITY: Entity<Reply> = {
  noun: "应答",
  path: "/api/bll/chat/desk",
  permi: "content:chat",
  id: "id",
  name: "question",
  unit: "条",
};

const FILTERS: Filter[] = [
  { kind: "text", name: "question", label: "问题" },
  { kind: "text", name: "answer", label: "回答" },
  { kind: "dict", name: "status", label: "状态", dict: "sys_normal_disable" },
];

const COLUMNS: Column<Reply>[] = [
  { key: "question", title: "问题", width: 220 },
  { key: "keywords", title: "关键词", render: (row) => row.keywords.replaceAll(",", "、") || "—" },
  { key: "answer", title: "回答" },
  { key: "orderNum", title: "显示顺序", width: 110, isNumber: true, isSortable: true },
  {
    key: "status",
    title: "状态",
    width: 100,
    render: (row) => <DictTag type="sys_normal_disable" value={row.status} />,
  },
  { key: "linkUrl", title: "相关链接", isExtra: true, render: (row) => row.linkUrl || "—" },
  { key: "createTime", title: "创建时间", width: 170, isExtra: true },
];

/** 助手应答 (menu row 2008): the local answers of 教育小助手. */
export default function ChatDesk() {
  return (
    <CrudPage
      entity={ENTITY}
      title="助手应答"
      filters={FILTERS}
      columns={COLUMNS}
      form={{
        names: ["question", "keywords", "answer", "linkUrl", "orderNum", "status"],
        initial: { orderNum: 0, status: "0" },
        width: 640,
        fields: () => (
          <>
            <Form.Item
              name="question"
              label={<Ruled label="问题" rule="最多 60 个字符；前 4 个问题显示为按钮" />}
              rules={textRules("问题", 60)}
            >
              <Input maxLength={70} />
            </Form.Item>
            <Form.Item
              name="keywords"
              label={<Ruled label="关键词" rule="用逗号分开；来问的话里含得最多的应答先说" />}
              rules={[{ max: 200, message: "关键词长度不能超过200个字符" }]}
            >
              <Input maxLength={220} />
            </Form.Item>
            <Form.Item
              name="answer"
              label={<Ruled label="回答" rule="最多 500 个字符" />}
              rules={textRules("回答", 500)}
            >
              <Input.TextArea rows={5} maxLength={520} showCount />
            </Form.Item>
            <AddressItem label="相关链接" />
            <OrderItem />
            <StatusItem rule="停用后小助手不再这样回答" />
          </>
        ),
      }}
    />
  );
}
