import { useQuery } from "@tanstack/react-query";
import { Form, Input, Select } from "antd";
import { ADVICE_MAX, TOPICS } from "#src/lib/advice/form.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CrudDrawer, Ruled } from "#src/office/form/crud-drawer.tsx";
import { DictKind } from "#src/office/form/dict.tsx";
import { LongText } from "#src/office/list/record-drawer.tsx";
import type { AdviceRow, Handler } from "./wire.ts";

export const PATH = "/api/bll/advice";

export const tellAdvice = () => tellChange([PATH]);

async function send(step: string, { id, version }: AdviceRow, body: object): Promise<void> {
  const { msg } = await call<{ msg: string }>("PUT", `${PATH}/${step}`, {
    body: { id, version, ...body },
    isQuiet: true,
  });
  notify.success(msg);
  await tellAdvice();
}

type Props = { row: AdviceRow; onClose: () => void };

/** The question, to have it in sight while one answers. */
function Question({ row }: { row: AdviceRow }) {
  return (
    <Form.Item
      label={
        <>
          {`${row.name}的问题`} <DictKind type={TOPICS} value={row.topic} />
        </>
      }
    >
      <LongText text={row.content} />
    </Form.Item>
  );
}

/** Answers, or puts an answer right; the person is told either way. */
export function AnswerDrawer({ row, onClose }: Props) {
  return (
    <CrudDrawer
      title={`答复咨询：${row.adviceNo}`}
      initial={{ answer: row.answer }}
      names={["answer"]}
      width={640}
      save={async (values) => {
        await send("answer", row, values);
        onClose();
      }}
      onClose={onClose}
    >
      <Question row={row} />
      <Form.Item
        name="answer"
        label={<Ruled label="答复" rule={`最多 ${ADVICE_MAX.answer} 个字`} />}
        extra={`保存后${row.hasAccount ? "发站内消息并以短信提醒本人" : "以短信提醒本人凭编号查看"}；短信里不含内容。`}
      >
        <Input.TextArea rows={12} maxLength={ADVICE_MAX.answer + 100} showCount />
      </Form.Item>
    </CrudDrawer>
  );
}

/** Gives it to somebody else who may answer. */
export function HandOnDrawer({ row, onClose }: Props) {
  const { data, isPending } = useQuery({
    queryKey: [PATH, "handlers"],
    queryFn: ({ signal }) => call<{ data: Handler[] }>("GET", `${PATH}/handlers`, { signal }),
  });
  return (
    <CrudDrawer
      title={`转办咨询：${row.adviceNo}`}
      initial={{ handlerId: undefined }}
      names={["handlerId"]}
      save={async (values) => {
        await send("handOn", row, values);
        onClose();
      }}
      onClose={onClose}
    >
      <Question row={row} />
      <Form.Item name="handlerId" label="转给" extra="只列出可以答复咨询的同事。">
        <Select
          loading={isPending}
          placeholder="请选择同事"
          showSearch={{ optionFilterProp: "label" }}
          options={(data?.data ?? []).map(({ userId, nickName }) => ({
            value: userId,
            label: nickName,
          }))}
        />
      </Form.Item>
    </CrudDrawer>
  );
}

/** Ends it: asked twice, no question, settled by telephone. */
export function CloseDrawer({ row, onClose }: Props) {
  return (
    <CrudDrawer
      title={`关闭咨询：${row.adviceNo}`}
      initial={{ opinion: "" }}
      names={["opinion"]}
      save={async (values) => {
        await send("close", row, values);
        onClose();
      }}
      onClose={onClose}
    >
      <Question row={row} />
      <Form.Item
        name="opinion"
        label="关闭原因"
        extra={
          row.state === "answered"
            ? "已经答复的可以不写。"
            : "5 到 200 个字，如“已在电话里答复”。本人看不到原因。"
        }
      >
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Form.Item>
    </CrudDrawer>
  );
}
