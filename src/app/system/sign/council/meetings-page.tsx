import { Form, Input, Radio } from "antd";
import { MEETING_KINDS } from "#src/lib/membership/council.ts";
import { formatDay } from "#src/lib/text/dates.ts";
import { RemarkItem, Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { Mark } from "#src/office/form/dict.tsx";
import { MomentField } from "#src/office/form/plain-fields.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter, RowAction } from "#src/office/list/crud-types.ts";
import { openPath } from "#src/office/tabs/workspace.ts";
import { COUNCIL, sheetPath } from "./calls.ts";
import type { MeetingRow } from "./wire.ts";

const ENTITY: Entity<MeetingRow> = {
  noun: "会议",
  unit: "次",
  path: COUNCIL,
  permi: "member:council",
  id: "id",
  name: "meetingName",
  isUnexported: true,
  // What has a sheet stays.
  isKept: ({ count, resolutionNo }) => count > 0 || resolutionNo !== "",
};

const kindName = (kind: string) =>
  kind === "standing" ? MEETING_KINDS.standing : MEETING_KINDS.council;
const kinds = Object.entries(MEETING_KINDS).map(([value, label]) => ({ value, label }));

const FILTERS: Filter[] = [
  {
    kind: "choice",
    name: "isDecided",
    label: "状态",
    options: [
      { value: "0", label: "待审议" },
      { value: "1", label: "已登记决议" },
    ],
  },
  { kind: "text", name: "meetingName", label: "会议名称" },
  { kind: "choice", name: "kind", label: "类别", options: kinds },
];

const stateOf = ({ resolutionNo }: MeetingRow) => ({
  dictLabel: resolutionNo ? "已登记决议" : "待审议",
  listClass: resolutionNo ? "success" : "warning",
  cssClass: "",
});

const COLUMNS: Column<MeetingRow>[] = [
  { key: "id", title: "状态", width: 116, render: (row) => <Mark entry={stateOf(row)} /> },
  { key: "meetingName", title: "会议名称" },
  { key: "kind", title: "类别", width: 120, render: (row) => kindName(row.kind) },
  { key: "meetingOn", title: "会议日期", width: 120 },
  { key: "place", title: "地点", width: 180, render: (row) => row.place || "—" },
  { key: "count", title: "审议件数", width: 96, isNumber: true },
  { key: "resolutionNo", title: "决议号", width: 170, render: (row) => row.resolutionNo || "—" },
  { key: "resolutionOn", title: "决议日期", width: 120, render: (row) => row.resolutionOn ?? "—" },
  { key: "remark", title: "备注", width: 200, isExtra: true },
];

const SHEET: RowAction<MeetingRow> = {
  key: "sheet",
  label: "审议名单",
  permi: "member:council:query",
  run: ({ id }) => openPath(sheetPath(id)),
};

/** Meetings of the council; each leads to its sheet. */
export default function MeetingsPage() {
  return (
    <CrudPage
      entity={ENTITY}
      title="理事会审议"
      filters={FILTERS}
      columns={COLUMNS}
      rowActions={(row, regular) => [SHEET, ...(row.resolutionNo ? [] : regular)]}
      form={{
        names: ["meetingName", "kind", "meetingOn", "place", "remark"],
        initial: { kind: "council", meetingOn: formatDay(new Date()) },
        fields: () => (
          <>
            <Form.Item
              name="meetingName"
              label={<Ruled label="会议名称" rule="最多 100 个字符" />}
              rules={textRules("会议名称", 100)}
            >
              <Input maxLength={110} placeholder="如 第三届理事会第六次会议" />
            </Form.Item>
            <Form.Item name="kind" label="类别">
              <Radio.Group options={kinds} />
            </Form.Item>
            <Form.Item
              name="meetingOn"
              label="会议日期"
              rules={[{ required: true, message: "会议日期不能为空" }]}
            >
              <MomentField isDay />
            </Form.Item>
            <Form.Item name="place" label={<Ruled label="地点" rule="最多 100 个字符" />}>
              <Input maxLength={110} placeholder="如 学会会议室、线上会议" />
            </Form.Item>
            <RemarkItem />
          </>
        ),
      }}
    />
  );
}
