import { Form, Input, InputNumber } from "antd";
import { RemarkItem, Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { DictRadio, DictTag } from "#src/office/form/dict.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter } from "#src/office/list/crud-types.ts";

type Post = {
  postId: number;
  postCode: string;
  postName: string;
  postSort: number;
  status: string;
  remark: string;
  createTime: string;
};

const ENTITY: Entity<Post> = {
  noun: "岗位",
  path: "/system/post",
  permi: "system:post",
  id: "postId",
  name: "postName",
};

const FILTERS: Filter[] = [
  { kind: "text", name: "postName", label: "岗位名称" },
  { kind: "text", name: "postCode", label: "岗位编码" },
  { kind: "dict", name: "status", label: "状态", dict: "sys_normal_disable" },
];

const COLUMNS: Column<Post>[] = [
  { key: "postName", title: "岗位名称", isSortable: true },
  {
    key: "postCode",
    title: "岗位编码",
    isSortable: true,
    render: (row) => <span className="cr-code">{row.postCode}</span>,
  },
  { key: "postSort", title: "显示顺序", width: 110, isNumber: true, isSortable: true },
  {
    key: "status",
    title: "状态",
    width: 120,
    render: (row) => <DictTag type="sys_normal_disable" value={row.status} />,
  },
  { key: "createTime", title: "创建时间", width: 180, isSortable: true },
  { key: "remark", title: "备注", isExtra: true },
];

/** 岗位管理 (menu row 104). */
export default function PostPage() {
  return (
    <CrudPage
      entity={ENTITY}
      title="岗位管理"
      filters={FILTERS}
      columns={COLUMNS}
      form={{
        names: ["postName", "postCode", "postSort", "status", "remark"],
        initial: { postSort: 0, status: "0" },
        fields: () => (
          <>
            <Form.Item
              name="postName"
              label={<Ruled label="岗位名称" rule="最多 50 个字符，不能重复" />}
              rules={textRules("岗位名称", 50)}
            >
              <Input maxLength={60} />
            </Form.Item>
            <Form.Item
              name="postCode"
              label={<Ruled label="岗位编码" rule="最多 64 个字符，不能重复" />}
              rules={textRules("岗位编码", 64)}
            >
              <Input maxLength={70} />
            </Form.Item>
            <Form.Item
              name="postSort"
              label={<Ruled label="显示顺序" rule="从小到大排列" />}
              rules={[{ required: true, message: "显示顺序不能为空" }]}
            >
              <InputNumber min={0} max={999_999} precision={0} />
            </Form.Item>
            <Form.Item name="status" label="岗位状态">
              <DictRadio type="sys_normal_disable" />
            </Form.Item>
            <RemarkItem />
          </>
        ),
      }}
    />
  );
}
