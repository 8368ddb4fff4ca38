import { useQuery } from "@tanstack/react-query";
import { Checkbox, Form, Input, InputNumber, Select } from "antd";
import type { ReactNode } from "react";
import { call } from "#src/office/calls/http.ts";
import { FieldItem } from "#src/office/fields/item.tsx";
import { MomentPicker } from "#src/office/form/moment-picker.tsx";
import { FACTS } from "../fields.ts";
import { DESK } from "./calls.ts";
import { RowsField } from "./rows-field.tsx";
import type { TeacherChoice } from "./wire.ts";

/** The steps of writing an activity, in their order. */
export const SECTIONS = [
  { key: "basics", title: "基本信息" },
  { key: "place", title: "时间与地点" },
  { key: "sign", title: "报名" },
  { key: "prices", title: "费用" },
  { key: "agenda", title: "议程" },
  { key: "teachers", title: "师资" },
  { key: "questions", title: "报名问题" },
  { key: "certificate", title: "学时与证书" },
  { key: "rest", title: "资料与联系" },
] as const;

type Key = (typeof SECTIONS)[number]["key"];

function Section({ of, note, children }: { of: Key; note?: string; children: ReactNode }) {
  const title = SECTIONS.find(({ key }) => key === of)?.title;
  return (
    <section id={`ae-${of}`} className="o-block ae-section" aria-labelledby={`ae-${of}-title`}>
      <h2 id={`ae-${of}-title`}>{title}</h2>
      {note ? <p className="o-note">{note}</p> : null}
      {children}
    </section>
  );
}

const item = (name: keyof typeof FACTS) => <FieldItem of={FACTS} name={name} />;

const KINDS = [
  ["text", "一行文字"],
  ["paragraph", "一段文字"],
  ["choice", "单选"],
  ["choices", "多选"],
  ["agree", "勾选同意"],
].map(([value, label]) => ({ value, label }));

function Teachers() {
  const { data } = useQuery({
    queryKey: [DESK, "teachers"],
    queryFn: ({ signal }) =>
      call<{ data: TeacherChoice[] }>("GET", `${DESK}/teachers`, { signal, isQuiet: true }),
    meta: { isQuiet: true },
  });
  const options = (data?.data ?? []).map(({ id, teacherName, unit }) => ({
    value: id,
    label: unit ? `${teacherName}（${unit}）` : teacherName,
  }));
  return (
    <Form.Item
      name="teachers"
      label="主讲师资"
      extra="按选择的先后显示；名单在“内容管理—师资专家”维护。"
    >
      <Select mode="multiple" showSearch={{ optionFilterProp: "label" }} options={options} />
    </Form.Item>
  );
}

/** All fields of an activity, section by section. */
export function EditorSections() {
  return (
    <>
      <Section of="basics">
        {item("title")}
        {item("type")}
        {item("summary")}
        {item("cover")}
        {item("content")}
      </Section>
      <Section of="place">
        {item("mode")}
        <div className="ae-pair">
          {item("startAt")}
          {item("endAt")}
        </div>
        <div className="ae-pair">
          {item("city")}
          {item("place")}
        </div>
        {item("address")}
        {item("mapLink")}
        {item("onlineUrl")}
      </Section>
      <Section of="sign">
        <div className="ae-pair">
          {item("signStartAt")}
          {item("signEndAt")}
        </div>
        <div className="ae-pair">
          {item("capacity")}
          {item("perUserMax")}
        </div>
        {item("audience")}
        {item("needReview")}
      </Section>
      <Section of="prices" note="早鸟价填写截止日期，过后自动按下一行计价；会员价留空与原价相同。">
        {item("needPay")}
        <RowsField
          name="prices"
          noun="费用"
          empty={{ name: "", amount: "", memberAmount: "", untilDate: "" }}
          fields={[
            { key: "name", label: "名称", input: <Input maxLength={40} /> },
            {
              key: "amount",
              label: "金额（元）",
              input: <Input inputMode="decimal" maxLength={12} />,
            },
            {
              key: "memberAmount",
              label: "会员价（元）",
              input: <Input inputMode="decimal" maxLength={12} />,
            },
            { key: "untilDate", label: "截止日期", input: <MomentPicker isDay /> },
          ]}
        />
      </Section>
      <Section of="agenda">
        <RowsField
          name="agenda"
          noun="议程"
          empty={{ day: "", from: "", to: "", title: "", speaker: "", place: "" }}
          fields={[
            { key: "day", label: "日期", input: <MomentPicker isDay /> },
            {
              key: "from",
              label: "从",
              input: <Input placeholder="09:00" maxLength={5} />,
              isShort: true,
            },
            {
              key: "to",
              label: "到",
              input: <Input placeholder="10:30" maxLength={5} />,
              isShort: true,
            },
            { key: "title", label: "议题", input: <Input maxLength={110} /> },
            { key: "speaker", label: "主讲人", input: <Input maxLength={110} /> },
            { key: "place", label: "地点", input: <Input maxLength={60} /> },
          ]}
        />
      </Section>
      <Section of="teachers">
        <Teachers />
      </Section>
      <Section of="questions" note="姓名、手机号、单位、职务和邮箱已经在内；不收集证件号码。">
        <RowsField
          name="formSchema"
          noun="问题"
          empty={{ label: "", kind: "text", options: [], isRequired: false, hint: "" }}
          fields={[
            { key: "label", label: "问题", input: <Input maxLength={60} /> },
            { key: "kind", label: "类型", input: <Select options={KINDS} /> },
            {
              key: "options",
              label: "选项",
              input: (
                <Select
                  mode="tags"
                  open={false}
                  suffixIcon={null}
                  placeholder="单选、多选时填写，回车分隔"
                />
              ),
            },
            { key: "hint", label: "说明", input: <Input maxLength={110} /> },
            { key: "isRequired", label: "", input: <Checkbox>必填</Checkbox>, isFlag: true },
          ]}
        />
      </Section>
      <Section of="certificate" note="证书只是学习（结业）证明，不作为国家职业资格证书。">
        {item("hours")}
        <div className="ae-pair">
          <Form.Item name={["certRule", "sessions"]} label="总场次" extra="0 为不发证书。">
            <InputNumber min={0} max={100} precision={0} />
          </Form.Item>
          <Form.Item name={["certRule", "minAttend"]} label="最少出席场次">
            <InputNumber min={0} max={100} precision={0} />
          </Form.Item>
        </div>
      </Section>
      <Section of="rest" note="资料只有报名成功的人可以下载。">
        <RowsField
          name="attachments"
          noun="资料"
          empty={{ name: "", url: "" }}
          fields={[
            { key: "name", label: "名称", input: <Input maxLength={110} /> },
            { key: "url", label: "网址", input: <Input inputMode="url" /> },
          ]}
        />
        {item("contact")}
        {item("overrideReason")}
      </Section>
    </>
  );
}
