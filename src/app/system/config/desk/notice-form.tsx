import { Input, Radio } from "antd";
import { MomentField } from "#src/office/form/plain-fields.tsx";
import { RowActs, RowBox, RowProblem, type RowProps } from "../row-parts.tsx";
import { NOTICE_KEY, type NoticeFields, readNotice } from "./notice.ts";

const WHEN: readonly [NoticeFields["enabled"], string][] = [
  ["off", "不显示"],
  ["window", "在下面的时间内显示"],
  ["force", "一直显示"],
];

const HOW: readonly [NoticeFields["mode"], string][] = [
  ["box", "页面顶部的提示框"],
  ["full", "盖住整页，看过后关闭"],
];

/** 升级公告 as a form; what is kept is the JSON that the site reads. */
export function NoticeForm(
  props: RowProps & {
    saved: string;
    /** Texts by `site.notice.<field>`. */
    problems: Readonly<Record<string, string>>;
    phone: string;
  },
) {
  const { draft, saved, problems, mayEdit, onChange, phone } = props;
  const fields = readNotice(draft ?? saved);
  const set = (patch: Partial<NoticeFields>) => {
    const next = JSON.stringify({ ...fields, ...patch });
    onChange(next === JSON.stringify(readNotice(saved)) ? undefined : next);
  };
  const field = (name: keyof NoticeFields) => {
    const problem = problems[`${NOTICE_KEY}.${name}`];
    const id = `st-notice-${name}`;
    return {
      id,
      problem: problem ? <RowProblem id={`${id}-problem`} problem={problem} /> : null,
      input: {
        id,
        disabled: !mayEdit,
        ...(problem ? { status: "error" as const, "aria-describedby": `${id}-problem` } : {}),
      },
    };
  };
  const [title, text] = [field("title"), field("text")];
  const [start, end] = [field("start"), field("end")];
  return (
    <RowBox
      name="升级公告"
      settingKey={NOTICE_KEY}
      note="系统升级、放假等要让每个访客看到的话。长辈版总是用提示框。"
      draft={draft}
    >
      <div className="cf-value st-notice">
        <Radio.Group
          aria-label="什么时候显示"
          disabled={!mayEdit}
          value={fields.enabled}
          options={WHEN.map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => set({ enabled: target.value as NoticeFields["enabled"] })}
        />
        <div className="st-times">
          <div data-key={`${NOTICE_KEY}.start`}>
            <label htmlFor={start.id}>开始时间</label>
            <MomentField
              id={start.id}
              isDay
              isTold={start.problem !== null}
              value={fields.start}
              onChange={(value) => set({ start: value })}
            />
            {start.problem}
          </div>
          <div data-key={`${NOTICE_KEY}.end`}>
            <label htmlFor={end.id}>结束时间（含当天）</label>
            <MomentField
              id={end.id}
              isDay
              isTold={end.problem !== null}
              value={fields.end}
              onChange={(value) => set({ end: value })}
            />
            {end.problem}
          </div>
        </div>
        <div data-key={`${NOTICE_KEY}.title`}>
          <label htmlFor={title.id}>标题</label>
          <Input
            {...title.input}
            maxLength={40}
            value={fields.title}
            onChange={({ target }) => set({ title: target.value })}
          />
          {title.problem}
        </div>
        <div data-key={`${NOTICE_KEY}.text`}>
          <label htmlFor={text.id}>内容</label>
          <Input.TextArea
            {...text.input}
            rows={3}
            maxLength={220}
            value={fields.text}
            onChange={({ target }) => set({ text: target.value })}
          />
          {text.problem}
        </div>
        <Radio.Group
          aria-label="怎样显示"
          disabled={!mayEdit}
          value={fields.mode}
          options={HOW.map(([value, label]) => ({ value, label }))}
          onChange={({ target }) => set({ mode: target.value as NoticeFields["mode"] })}
        />
        <section className="dp-preview" aria-label="公告预览">
          <p>
            <b>{fields.title || "（标题）"}</b>
          </p>
          <p>
            {fields.start.slice(0, 10)} 至 {fields.end.slice(0, 10)}
          </p>
          <p>
            {fields.text || "（内容）"}
            {phone && `，电话 ${phone}`}
          </p>
        </section>
        <RowProblem problem={props.problem} />
        <RowActs {...props} name="升级公告" />
      </div>
    </RowBox>
  );
}
