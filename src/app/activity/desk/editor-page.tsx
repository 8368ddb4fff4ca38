import { ArrowLeftOutlined } from "@ant-design/icons";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Button, Form } from "antd";
import { useEffect, useState } from "react";
import { ACTIVITY_CODES } from "#src/lib/activity/activity-life.ts";
import { useCan } from "#src/office/account/can.tsx";
import { call, fieldTexts, report } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { useOfficeForm } from "#src/office/form/use-office-form.ts";
import { Key } from "#src/office/keys/keys.tsx";
import { Failure } from "#src/office/shell/card.tsx";
import { PageSkeleton } from "#src/office/shell/skeleton.tsx";
import { openInstead } from "#src/office/tabs/open-instead.ts";
import { useDirty, useTab } from "#src/office/tabs/tab.tsx";
import { openPath } from "#src/office/tabs/workspace.ts";
import { DESK, EDIT_PATH, LIST_PATH, step, tellDesk } from "./calls.ts";
import { EditorSections, SECTIONS } from "./editor-sections.tsx";
import { STATE_NAMES } from "./sheet.ts";
import type { ActivityForm } from "./wire.ts";
import "#src/office/list/drawer.css";
import "./editor.css";

const NEW: Partial<ActivityForm> = {
  title: "",
  type: "1",
  mode: "1",
  audience: "all",
  capacity: 0,
  perUserMax: 1,
  hours: 0,
  needReview: false,
  needPay: false,
  prices: [],
  agenda: [],
  formSchema: [],
  attachments: [],
  teachers: [],
  certRule: { sessions: 0, minAttend: 0 },
};

/** One activity: written in sections, saved, handed in. */
export default function EditorPage({ activityId }: { activityId: number }) {
  const { setTitle } = useTab();
  const { data, error, refetch } = useQuery({
    queryKey: [DESK, "form", activityId],
    queryFn: () => call<{ data: ActivityForm }>("GET", `${DESK}/${activityId}`, { isQuiet: true }),
    enabled: activityId > 0,
    meta: { isQuiet: true },
  });
  const title = data?.data.title;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab's functions are new each time
  useEffect(() => {
    if (title) setTitle(title);
  }, [title]);
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (activityId > 0 && !data) return <PageSkeleton />;
  return <Editor row={data?.data} onSaved={() => void refetch()} />;
}

type Values = Record<string, unknown>;

/** `prices.0.amount` as the form names it. */
const nameOf = (field: string) =>
  field.split(".").map((part) => (/^\d+$/.test(part) ? Number(part) : part));

function Editor({ row, onSaved }: { row: ActivityForm | undefined; onSaved: () => void }) {
  const can = useCan();
  const { path } = useTab();
  const [form] = useOfficeForm<Values>();
  const [isChanged, setChanged] = useState(false);
  const settle = useDirty(isChanged);
  const state = row?.state ?? ACTIVITY_CODES.draft;
  const isDraft = state === ACTIVITY_CODES.draft;
  const isShown = state === ACTIVITY_CODES.published || state === ACTIVITY_CODES.closed;
  const mayWrite =
    (isDraft && can.permi([row ? "activity:activity:edit" : "activity:activity:add"])) ||
    (isShown && can.permi(["activity:activity:publish"]));
  const mayPublish = can.permi(["activity:activity:publish"]);

  const saving = useMutation({
    mutationFn: async (values: Values) => {
      const body = row ? { ...values, id: row.id, version: row.version } : values;
      return call<{ msg: string; data: { id: number; version: number } }>(
        row ? "PUT" : "POST",
        DESK,
        { body, isQuiet: true },
      );
    },
    onSuccess: async ({ msg, data }) => {
      setChanged(false);
      settle();
      notify.success(msg);
      await tellDesk();
      if (row) onSaved();
      else openInstead(path, `${EDIT_PATH}/${data.id}`);
    },
    onError: (failure) => {
      const texts = Object.entries(fieldTexts(failure) ?? {});
      if (texts.length === 0) return report(failure);
      form.setFields(texts.map(([field, text]) => ({ name: nameOf(field), errors: [text] })));
      const [first] = texts;
      if (first) form.scrollToField(nameOf(first[0]), { block: "center" });
    },
  });

  const submit = async () => {
    if (!row) return;
    const isSure = await ask({
      title: `把「${row.title}」提交审核？`,
      text: "审核期间不能修改。",
      ok: "提交审核",
    });
    if (isSure && (await step("submit", { id: row.id }))) onSaved();
  };
  const publish = async () => {
    if (!row) return;
    const isSure = await ask({
      title: `发布「${row.title}」？`,
      text: "发布后访客可以看到并报名。",
      ok: "发布",
    });
    if (isSure && (await step("publish", { id: row.id }))) onSaved();
  };

  return (
    <div className="ae">
      <header className="ae-head o-block">
        <Button
          type="text"
          icon={<ArrowLeftOutlined aria-hidden />}
          aria-label="返回活动管理"
          onClick={() => openPath(LIST_PATH)}
        />
        <h1>{row ? row.title : "新建活动"}</h1>
        <span className="o-kind">{STATE_NAMES[state]}</span>
        <span className="o-note ae-changed">{isChanged ? "有未保存的修改" : ""}</span>
        {row && isShown && (
          <Button href={`/trainingEventMessage?id=${row.id}`} target="_blank" rel="noopener">
            在网站查看
          </Button>
        )}
        {row && isDraft && mayWrite && (
          <Button disabled={isChanged} onClick={() => void submit()}>
            提交审核
          </Button>
        )}
        {row && mayPublish && !isShown && state <= ACTIVITY_CODES.review && (
          <Button disabled={isChanged} onClick={() => void publish()}>
            发布
          </Button>
        )}
        {mayWrite && (
          <Button type="primary" loading={saving.isPending} onClick={() => form.submit()}>
            {isDraft ? "保存草稿" : "保存并更新网站"} <Key>Ctrl S</Key>
          </Button>
        )}
      </header>
      {row?.opinion ? (
        <p className="ae-opinion o-block">{`${isDraft ? "退回原因" : "说明"}：${row.opinion}`}</p>
      ) : null}
      <div className="ae-body">
        <nav className="ae-steps o-block" aria-label="编辑步骤">
          <ol>
            {SECTIONS.map(({ key, title }) => (
              <li key={key}>
                <button
                  type="button"
                  className="o-link"
                  onClick={() =>
                    document
                      .getElementById(`ae-${key}`)
                      ?.scrollIntoView({ behavior: "smooth", block: "start" })
                  }
                >
                  {title}
                </button>
              </li>
            ))}
          </ol>
        </nav>
        <Form
          form={form}
          layout="vertical"
          className="cr-form ae-form"
          requiredMark={false}
          disabled={!mayWrite}
          initialValues={row ?? NEW}
          scrollToFirstError={{ focus: true, block: "center" }}
          onValuesChange={() => setChanged(true)}
          onFinish={(values) => {
            if (!saving.isPending) saving.mutate(values);
          }}
          onKeyDown={(event) => {
            if (!(event.ctrlKey || event.metaKey) || event.code !== "KeyS") return;
            event.preventDefault();
            form.submit();
          }}
        >
          <EditorSections />
        </Form>
      </div>
    </div>
  );
}
