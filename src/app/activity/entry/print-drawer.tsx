import { Form, Radio, Select } from "antd";
import { ACTIVITY_CODES } from "#src/lib/activity/activity-life.ts";
import { printParts } from "#src/lib/activity/print-parts.ts";
import { CrudDrawer } from "#src/office/form/crud-drawer.tsx";
import { fetchFile, saveBlob } from "#src/office/list/export-file.ts";
import type { ActivityChoice, EntryRow } from "./wire.ts";

const PATH = "/api/activity/entry/print";
const ROOM = "/api/activity/self/sheet";

const KINDS = [
  { value: "list", label: "签到表", text: "A4，每行留有签名处" },
  { value: "badges", label: "胸牌", text: "A4 每页 10 张，90 × 54 毫米，带签到码和裁切线" },
  { value: "labels", label: "姓名标签", text: "A4 不干胶 3 × 7，63.5 × 38.1 毫米" },
  { value: "room", label: "会场签到码", text: "A4 张贴，参加的人扫码自助签到，活动每天一页" },
] as const;

const ORDERS = [
  { value: "serial", label: "报名序号" },
  { value: "name", label: "姓名" },
  { value: "unit", label: "单位" },
];

const SCOPES = [
  { value: "", label: "全部已录取的人" },
  { value: "3", label: "还没有签到的人" },
  { value: "4,5", label: "已签到的人" },
];

const NAMES = ["kind", "activityId", "state", "order", "part"] as const;

/** What can be printed for an activity: lists, badges and labels of its people, and the sheet for the wall. */
export function PrintDrawer({
  activities,
  rows,
  mayCheckIn,
  onClose,
}: {
  activities: readonly ActivityChoice[];
  /** Those who were ticked; none: all whom the fields below choose. */
  rows: readonly EntryRow[];
  mayCheckIn: boolean;
  onClose: () => void;
}) {
  const isChosen = rows.length > 0;
  const kinds = KINDS.filter(({ value }) => value !== "room" || (mayCheckIn && !isChosen));
  const open = activities.filter(({ state }) => state !== ACTIVITY_CODES.cancelled);
  // The activity by which the list is narrowed stands in its address.
  const listed = Number(new URLSearchParams(location.search).get("activityId"));
  const first = open.find(({ id }) => id === listed)?.id;
  const partsOf = (id: unknown) =>
    isChosen ? [] : printParts(open.find((each) => each.id === id)?.taken ?? 0);
  return (
    <CrudDrawer
      title={isChosen ? `打印：选中的 ${rows.length} 位` : "打印"}
      initial={{ kind: "list", activityId: first, state: "", order: "serial", part: 1 }}
      names={[...NAMES]}
      saveLabel="下载 PDF"
      save={async ({ kind, activityId, state, order, part }) => {
        const isParted = kind !== "room" && partsOf(activityId).length > 0;
        const label = KINDS.find(({ value }) => value === kind)?.label ?? "";
        const file =
          kind === "room"
            ? await fetchFile(`${ROOM}/${activityId}`)
            : await fetchFile(PATH, {
                kind,
                order,
                ...(isChosen
                  ? { ids: rows.map(({ id }) => id) }
                  : { activityId: String(activityId ?? ""), state, ...(isParted ? { part } : {}) }),
              });
        saveBlob(file, isParted ? `${label} 第 ${part} 份` : label, "pdf");
        onClose();
      }}
      onClose={onClose}
    >
      <Form.Item name="kind" label="内容">
        <Radio.Group className="en-kinds">
          {kinds.map(({ value, label, text }) => (
            <Radio key={value} value={value}>
              {label}
              <span className="o-note">　{text}</span>
            </Radio>
          ))}
        </Radio.Group>
      </Form.Item>
      {isChosen ? null : (
        <Form.Item
          name="activityId"
          label="活动"
          rules={[{ required: true, message: "请选择活动" }]}
        >
          <Select
            showSearch={{ optionFilterProp: "label" }}
            options={open.map(({ id, title, startAt }) => ({
              value: id,
              label: `${startAt.slice(0, 10)} ${title}`,
            }))}
          />
        </Form.Item>
      )}
      <Form.Item
        noStyle
        shouldUpdate={(before, after) =>
          before.kind !== after.kind || before.activityId !== after.activityId
        }
      >
        {({ getFieldValue }) =>
          getFieldValue("kind") === "room" ? null : (
            <>
              {isChosen ? null : (
                <Form.Item name="state" label="范围">
                  <Select options={SCOPES} />
                </Form.Item>
              )}
              <Form.Item name="order" label="排列">
                <Select options={ORDERS} />
              </Form.Item>
              {partsOf(getFieldValue("activityId")).length > 0 ? (
                <Form.Item name="part" label="份">
                  <Select options={partsOf(getFieldValue("activityId"))} />
                </Form.Item>
              ) : null}
            </>
          )
        }
      </Form.Item>
    </CrudDrawer>
  );
}
