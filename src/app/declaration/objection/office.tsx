import { Form, Input } from "antd";
import { useState } from "react";
import { OBJECTION, OBJECTION_CODES, OBJECTION_LIFE } from "#src/lib/declare/objection-life.ts";
import { call } from "#src/office/calls/http.ts";
import { notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CrudDrawer, Ruled } from "#src/office/form/crud-drawer.tsx";
import { Mark } from "#src/office/form/dict.tsx";
import { loadInbox } from "#src/office/header/inbox.ts";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter, RowAction } from "#src/office/list/crud-types.ts";
import { Fact, LongText, RecordDrawer } from "#src/office/list/record-drawer.tsx";
import type { ObjectionRow } from "./wire.ts";

const PATH = "/api/declaration/objection";

const ENTITY: Entity<ObjectionRow> = {
  noun: "异议",
  path: PATH,
  permi: "declare:objection",
  id: "id",
  name: "title",
  unit: "件",
  isUnexported: true,
  isKept: () => true,
};

const COLOURS: Readonly<Record<number, string>> = { 0: "warning", 1: "danger", 2: "success" };

const FILTERS: Filter[] = [
  { kind: "text", name: "keyword", label: "查找", hint: "题目、申报编号或理由" },
  {
    kind: "choice",
    name: "state",
    label: "状态",
    options: Object.values(OBJECTION_LIFE.states).map(({ name }, value) => ({
      value: String(value),
      label: name,
    })),
  },
];

const COLUMNS: Column<ObjectionRow>[] = [
  { key: "title", title: "题目" },
  { key: "itemNo", title: "申报编号", width: 116 },
  {
    key: "state",
    title: "状态",
    width: 88,
    render: ({ state, stateName }) => (
      <Mark entry={{ dictLabel: stateName, listClass: COLOURS[state] ?? "info", cssClass: "" }} />
    ),
  },
  { key: "reason", title: "理由" },
  { key: "name", title: "提出人", width: 110 },
  { key: "createTime", title: "提出时间", width: 164 },
  { key: "publicUntil", title: "公示截止", width: 164, isExtra: true },
];

type Opened = { what: "read" | "uphold" | "dismiss"; row: ObjectionRow };

/** 公示与异议 (menu row 2706): what people object to what is shown, and what staff answer. */
export default function Objections() {
  const [opened, setOpened] = useState<Opened>();
  const open = (what: Opened["what"]) => (row: ObjectionRow) => setOpened({ what, row });
  const close = () => setOpened(undefined);
  const action = (key: "uphold" | "dismiss"): RowAction<ObjectionRow> => ({
    key,
    label: OBJECTION_LIFE.steps[key].name,
    permi: "declare:objection:answer",
    run: open(key),
    ...(key === "uphold" ? { isDanger: true } : {}),
  });
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="公示与异议"
        filters={FILTERS}
        columns={COLUMNS}
        form={{ read: open("read") }}
        rowActions={({ allowed }, regular) => [
          ...(["dismiss", "uphold"] as const).filter((step) => allowed.includes(step)).map(action),
          ...regular,
        ]}
        saved={{
          page: "declaration/objection/index",
          presets: [
            { key: "open", name: "待处理", query: { state: String(OBJECTION_CODES.open) } },
          ],
        }}
        emptyHint="公示期间有人提出异议，会显示在这里。"
      />
      {opened?.what === "read" ? <ReadDrawer row={opened.row} onClose={close} /> : null}
      {opened && opened.what !== "read" ? (
        <AnswerDrawer row={opened.row} step={opened.what} onClose={close} />
      ) : null}
    </>
  );
}

function ReadDrawer({ row, onClose }: { row: ObjectionRow; onClose: () => void }) {
  return (
    <RecordDrawer title={`异议：${row.title}`} onClose={onClose}>
      <Fact title="申报编号">{row.itemNo}</Fact>
      <Fact title="批次">{row.batchName}</Fact>
      <Fact title="申报状态">{row.itemStateName}</Fact>
      <Fact title="公示截止">{row.publicUntil || "—"}</Fact>
      <Fact title="提出人">{row.name}</Fact>
      <Fact title="联系方式">{row.contact || "—"}</Fact>
      <Fact title="状态">{row.stateName}</Fact>
      <Fact title="提出时间">{row.createTime}</Fact>
      <Fact title="理由" isWide>
        <LongText text={row.reason} />
      </Fact>
      <Fact title={row.answeredAt ? `答复（${row.answeredAt}）` : "答复"} isWide>
        <LongText text={row.answer} />
      </Fact>
    </RecordDrawer>
  );
}

const SAID = {
  uphold:
    "认定成立后，这一件撤下公示，回到待终审，由评审委员会在下一次会议复议；申报人会收到通知。",
  dismiss: "公示继续；没有其他待处理的异议时，期满自动立项或授奖。",
} as const;

function AnswerDrawer({
  row,
  step,
  onClose,
}: {
  row: ObjectionRow;
  step: "uphold" | "dismiss";
  onClose: () => void;
}) {
  return (
    <CrudDrawer
      title={`${OBJECTION_LIFE.steps[step].name}：${row.itemNo}`}
      initial={{ answer: "" }}
      names={["answer"]}
      width={640}
      save={async ({ answer }) => {
        const { msg } = await call<{ msg: string }>("PUT", `${PATH}/${step}`, {
          body: { id: row.id, version: row.version, answer },
          isQuiet: true,
        });
        notify.success(msg);
        await Promise.all([tellChange([PATH]), tellChange(["/api/declaration/item"]), loadInbox()]);
        onClose();
      }}
      onClose={onClose}
    >
      <Form.Item label={`${row.name} 对《${row.title}》的异议`}>
        <LongText text={row.reason} />
      </Form.Item>
      <Form.Item
        name="answer"
        label={<Ruled label="答复" rule={`5 到 ${OBJECTION.most} 个字，提出人会看到`} />}
        extra={SAID[step]}
      >
        <Input.TextArea rows={8} maxLength={OBJECTION.most + 100} showCount />
      </Form.Item>
    </CrudDrawer>
  );
}
