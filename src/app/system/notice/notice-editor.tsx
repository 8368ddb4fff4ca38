import { ArrowLeftOutlined } from "@ant-design/icons";
import { useMutation } from "@tanstack/react-query";
import { Button, Form, Input, Radio } from "antd";
import { useEffect, useRef, useState } from "react";
import { showRefusal } from "#src/office/calls/form-errors.ts";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { RichText } from "#src/office/form/rich-text.tsx";
import { useOfficeForm } from "#src/office/form/use-office-form.ts";
import { loadNotices } from "#src/office/header/notices.ts";
import { Key } from "#src/office/keys/keys.tsx";
import { useShortcuts, withCtrl } from "#src/office/keys/shortcuts.ts";
import { focusQuietly } from "#src/office/keys/typing.ts";
import { useOpened } from "#src/office/layers/use-opened.ts";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { useTab } from "#src/office/tabs/tab.tsx";
import {
  changedFields,
  FIELD_LABELS,
  NEW_NOTICE,
  type NoticeRow,
  type NoticeValues,
} from "./notice.ts";
import { NoticeStatus } from "./notice-status.tsx";
import { MAX_REMARK, MAX_TITLE, titleProblem } from "./rules.ts";

type Props = {
  /** undefined: a new one. */
  noticeId: number | undefined;
  /** A new one has been saved and goes on under this number. */
  onMade: (noticeId: number) => void;
  onLeave: () => void;
};

/** Writes a notice; what is there already is read first. */
export function NoticeEditor(props: Props) {
  // A new one that was saved meanwhile needs no reading: it is on the screen.
  const [first] = useState(props.noticeId);
  const { data, error, refetch } = useOpened(
    ["/system/notice", "one", first],
    () => call<{ data: NoticeRow }>("GET", `/system/notice/${first}`, { isQuiet: true }),
    { enabled: first !== undefined },
  );
  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (first !== undefined && !data) return <PageSkeleton />;
  return <NoticeForm {...props} row={data?.data} />;
}

function NoticeForm({ noticeId, row, onMade, onLeave }: Props & { row: NoticeRow | undefined }) {
  const [form] = useOfficeForm<NoticeValues>();
  const [saved, setSaved] = useState<NoticeValues>(row ? pick(row) : NEW_NOTICE);
  const [changed, setChanged] = useState<(keyof NoticeValues)[]>([]);
  const [savedAt, setSavedAt] = useState("");
  const isDirty = changed.length > 0;
  const tab = useTab();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => tab.setDirty(isDirty), [isDirty]);
  /** The form goes, and with it what would tell the tab that nothing is unsaved any more. */
  const goBack = () => {
    tab.setDirty(false);
    onLeave();
  };

  const save = useMutation({
    mutationFn: async ({ values }: { values: NoticeValues; leaves: boolean }) => {
      const path = "/system/notice";
      if (noticeId !== undefined) {
        await call("PUT", path, { body: { noticeId, ...values }, isQuiet: true });
        return undefined;
      }
      const made = await call<{ data: { noticeId: number } }>("POST", path, {
        body: values,
        isQuiet: true,
      });
      return made.data.noticeId;
    },
    onSuccess: async (made, { values, leaves }) => {
      setSaved(values);
      // Whoever went on writing meanwhile has unsaved words still.
      setChanged(changedFields(values, pick(form.getFieldsValue(true))));
      setSavedAt(new Date().toTimeString().slice(0, 5));
      notify.success(`公告「${values.noticeTitle.trim()}」已保存`);
      void loadNotices();
      if (leaves) goBack();
      else if (made !== undefined) onMade(made);
      await tellChange(["/system/notice", "list"]);
    },
    onError: (error) => showRefusal(form, Object.keys(FIELD_LABELS), error),
  });

  const submit = (leaves: boolean) => {
    if (save.isPending) return;
    void form.validateFields().then(
      () => save.mutate({ values: pick(form.getFieldsValue(true)), leaves }),
      () => form.focusField("noticeTitle"),
    );
  };
  useShortcuts([
    { keys: "Ctrl S", label: "保存公告", matches: withCtrl("KeyS"), run: () => submit(false) },
  ]);

  // The title comes with the editor, which is loaded later than the page around it.
  const hasBegun = useRef(noticeId !== undefined);
  const beginHere = (title: { focus(): void } | null) => {
    if (!title || hasBegun.current) return;
    hasBegun.current = true;
    focusQuietly(title);
  };

  const leave = async () => {
    const isSure =
      !isDirty ||
      (await ask({
        title: "离开正在编辑的公告？",
        text: `${changed.map((name) => FIELD_LABELS[name]).join("、")}还没有保存，离开后将丢失。`,
        ok: "仍要离开",
        isDanger: true,
      }));
    if (isSure) goBack();
  };

  return (
    <Form
      form={form}
      layout="vertical"
      requiredMark={false}
      className="nt-edit"
      initialValues={saved}
      onValuesChange={() => setChanged(changedFields(saved, pick(form.getFieldsValue(true))))}
    >
      <div className="nt-head">
        <Button type="text" icon={<ArrowLeftOutlined aria-hidden />} onClick={() => void leave()}>
          返回
        </Button>
        <h1>{noticeId === undefined ? "新增公告" : "编辑公告"}</h1>
        {noticeId !== undefined && <NoticeStatus status={saved.status} />}
        <span className="o-note" role="status">
          {saveState(isDirty, savedAt, row)}
        </span>
      </div>
      <div className="nt-main">
        <Form.Item name="noticeContent" noStyle>
          <RichText
            label="公告正文"
            keepsStyles
            header={
              <Form.Item
                name="noticeTitle"
                className="nt-title"
                // It may take several lines on the paper, but it is one.
                normalize={(value: string) => value.replace(/\s*\n\s*/g, " ")}
                rules={[
                  {
                    validator: async (_rule, value: unknown) => {
                      const problem = titleProblem(String(value ?? ""));
                      if (problem) throw new Error(problem);
                    },
                  },
                ]}
                validateTrigger="onBlur"
              >
                <Input.TextArea
                  ref={beginHere}
                  variant="borderless"
                  autoSize={{ minRows: 1, maxRows: 4 }}
                  onPressEnter={(event) => {
                    event.preventDefault();
                    if (event.nativeEvent.isComposing) return;
                    event.currentTarget
                      .closest("form")
                      ?.querySelector<HTMLElement>(".rt-text")
                      ?.focus();
                  }}
                  aria-label="公告标题"
                  placeholder={`公告标题（必填，${MAX_TITLE} 字以内）`}
                  count={{ show: true, max: MAX_TITLE, strategy: (text) => [...text].length }}
                  autoComplete="off"
                />
              </Form.Item>
            }
          />
        </Form.Item>
      </div>
      <aside className="nt-side" aria-label="公告设置">
        <div className="nt-fields">
          <Form.Item name="noticeType" label="公告类型">
            <Radio.Group
              block
              optionType="button"
              options={[
                { value: "1", label: "通知" },
                { value: "2", label: "公告" },
              ]}
            />
          </Form.Item>
          <Form.Item
            name="status"
            label="状态"
            extra="正常的公告出现在所有工作人员的铃铛里；关闭的只有编辑者看得到。"
          >
            <Radio.Group
              block
              optionType="button"
              options={[
                { value: "0", label: "正常" },
                { value: "1", label: "关闭" },
              ]}
            />
          </Form.Item>
          <Form.Item name="remark" label="备注" extra="仅编辑者可见">
            <Input.TextArea rows={3} maxLength={MAX_REMARK} showCount />
          </Form.Item>
          {row && (
            <dl className="nt-facts">
              <div>
                <dt>创建</dt>
                <dd>
                  {row.createBy} · {row.createTime.slice(0, 16)}
                </dd>
              </div>
              {row.updateTime && (
                <div>
                  <dt>上次修改</dt>
                  <dd>
                    {row.updateBy} · {row.updateTime.slice(0, 16)}
                  </dd>
                </div>
              )}
            </dl>
          )}
        </div>
        <div className="nt-foot">
          {isDirty && (
            <p className="nt-diff">
              <span className="o-dot o-dot-amber" aria-hidden="true" />
              未保存：{changed.map((name) => FIELD_LABELS[name]).join("、")}
            </p>
          )}
          <Button onClick={() => submit(false)} loading={save.isPending}>
            保存 <Key>Ctrl S</Key>
          </Button>
          <Button type="primary" onClick={() => submit(true)} disabled={save.isPending}>
            保存并返回
          </Button>
        </div>
      </aside>
    </Form>
  );
}

/** Only the fields of the form, in one order. */
const pick = ({ noticeTitle, noticeContent, noticeType, status, remark }: NoticeValues) => ({
  noticeTitle,
  noticeContent,
  noticeType,
  status,
  remark,
});

function saveState(isDirty: boolean, savedAt: string, row: NoticeRow | undefined): string {
  if (isDirty) return "有未保存的修改";
  if (savedAt) return `已保存 ${savedAt}`;
  return row ? "" : "尚未保存";
}
