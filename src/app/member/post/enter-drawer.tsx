import { Form, Input, Select } from "antd";
import { useState } from "react";
import { POST_NAMES } from "#src/lib/membership/posts.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CrudDrawer } from "#src/office/form/crud-drawer.tsx";
import { POSTS } from "./calls.ts";
import type { PeriodRow, PostsEntered } from "./wire.ts";

/** 批量录入: a pasted list of members into one post; lines that could not be entered stay to be mended. */
export function EnterDrawer({
  periods,
  onClose,
}: {
  periods: readonly PeriodRow[];
  onClose: () => void;
}) {
  const [refused, setRefused] = useState<PostsEntered["refused"]>([]);
  const [newest] = periods;
  return (
    <CrudDrawer
      title="批量录入任职"
      initial={{ periodId: newest?.id, post: "5", resolutionNo: "", text: "" }}
      names={["text", "periodId", "post", "resolutionNo"]}
      save={async (values) => {
        const { data } = await call<{ data: PostsEntered }>("POST", `${POSTS}/enter`, {
          body: values,
          isQuiet: true,
        });
        await tellChange([POSTS]);
        setRefused(data.refused);
        if (data.refused.length === 0) {
          notify.success(`已录入 ${data.entered} 条任职`);
          onClose();
        } else notify.warning(`已录入 ${data.entered} 条，${data.refused.length} 行没有录入`);
      }}
      onClose={onClose}
    >
      <Form.Item
        name="text"
        label="会员编号或姓名"
        extra="每行一位，可从表格中直接粘贴；任期为整届"
        rules={[{ required: true, whitespace: true, message: "请填写会员编号或姓名，每行一位" }]}
      >
        <Input.TextArea rows={8} placeholder={"P202600001 林晓\n陈安、周行"} />
      </Form.Item>
      <Form.Item name="periodId" label="届次" rules={[{ required: true, message: "届次不能为空" }]}>
        <Select
          options={periods.map(({ id, periodName }) => ({ value: id, label: periodName }))}
          notFoundContent="还没有届次，请先到“届次管理”新增"
        />
      </Form.Item>
      <Form.Item name="post" label="职务">
        <Select options={Object.entries(POST_NAMES).map(([value, label]) => ({ value, label }))} />
      </Form.Item>
      <Form.Item name="resolutionNo" label="决议号">
        <Input maxLength={50} placeholder="如 会理〔2026〕3号" />
      </Form.Item>
      {refused.length > 0 && (
        <ul className="o-problem" role="alert">
          {refused.map(({ line, text, msg }) => (
            <li key={`${line} ${text}`}>
              第 {line} 行 {text}：{msg}
            </li>
          ))}
        </ul>
      )}
    </CrudDrawer>
  );
}
