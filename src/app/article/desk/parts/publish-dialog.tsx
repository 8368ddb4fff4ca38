import { useMutation } from "@tanstack/react-query";
import { Form, Modal, Radio } from "antd";
import dayjs from "dayjs";
import { useState } from "react";
import { showRefusal } from "#src/office/calls/form-errors.ts";
import { notify } from "#src/office/calls/notify.ts";
import { MomentPicker } from "#src/office/form/moment-picker.tsx";
import { useOfficeForm } from "#src/office/form/use-office-form.ts";
import { useCarefulClose } from "#src/office/layers/use-careful-close.ts";
import { titleOf } from "../list/list-columns.tsx";
import type { DeskRow } from "../model/desk.ts";
import { act, tellArticles } from "./calls.ts";
import { useWording } from "./use-wording.tsx";

export type When = "now" | "at" | "past";
type Values = { when: When; publishTime: string | null };

/** The time of an article of today; a published one keeps its date when it is `now`. */
export const whenOf = (publishTime: string | null, isPublished: boolean): When => {
  if (publishTime === null || isPublished) return "now";
  return dayjs(publishTime).isAfter(dayjs()) ? "at" : "past";
};

/** Asks when an article of the list is to appear, and publishes it. */
export function PublishDialog({ row, onClose }: { row: DeskRow; onClose: () => void }) {
  const [form] = useOfficeForm<Values>();
  const wording = useWording();
  const title = titleOf(row);
  const isPublished = row.status === "3";
  const first = whenOf(row.publishTime, isPublished);
  const firstTime = first === "now" ? null : row.publishTime;
  const when = Form.useWatch("when", form) ?? first;
  const [isChosen, setChosen] = useState(false);
  const { close, settle } = useCarefulClose(
    isChosen,
    { title: "放弃选好的发布时间？", text: "文章还没有发布，关闭后要重新选择。" },
    onClose,
  );
  const publishing = useMutation({
    mutationFn: ({ when: chosen, publishTime }: Values) =>
      wording.run("发布", (answer) =>
        act("publish", {
          id: row.id,
          version: row.version,
          when: chosen,
          ...(chosen === "now" ? {} : { publishTime: publishTime ?? "" }),
          ...answer,
        }),
      ),
    onSuccess: async (done, { when: chosen, publishTime }) => {
      if (done === undefined) return;
      settle();
      onClose();
      notify.success(
        chosen === "at"
          ? `「${title}」将于 ${publishTime?.slice(0, 16)} 发布`
          : `已发布「${title}」`,
      );
      await tellArticles();
    },
    onError: (error) => showRefusal(form, ["publishTime"], error),
  });
  return (
    <>
      <Modal
        open
        title={`发布「${title}」`}
        okText={when === "at" ? "定时发布" : "发布"}
        cancelText="取消"
        confirmLoading={publishing.isPending}
        onOk={() => form.submit()}
        onCancel={() => void close()}
      >
        <Form
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ when: first, publishTime: firstTime }}
          onValuesChange={(_change, values: Values) =>
            setChosen(values.when !== first || (values.publishTime ?? null) !== firstTime)
          }
          onFinish={(values) => publishing.mutate(values)}
        >
          <Form.Item name="when" label="发布时间">
            <Radio.Group
              block
              optionType="button"
              options={
                isPublished
                  ? [{ value: "now", label: "立即更新" }]
                  : [
                      { value: "now", label: "立即" },
                      { value: "at", label: "定时" },
                      { value: "past", label: "补录" },
                    ]
              }
            />
          </Form.Item>
          {when !== "now" && (
            <Form.Item
              name="publishTime"
              label={when === "at" ? "到这个时间自动发布" : "文章原来的发布时间"}
              rules={[{ required: true, message: "请选择时间" }]}
            >
              <MomentPicker className="ad-wide" />
            </Form.Item>
          )}
        </Form>
      </Modal>
      {wording.dialog}
    </>
  );
}
