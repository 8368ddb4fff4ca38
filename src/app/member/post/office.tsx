import { useQuery } from "@tanstack/react-query";
import { Button, Form, Input, Select } from "antd";
import { useState } from "react";
import { POST_NAMES } from "#src/lib/membership/posts.ts";
import { useCan } from "#src/office/account/can.tsx";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CrudDrawer, Ruled, textRules } from "#src/office/form/crud-drawer.tsx";
import { Mark } from "#src/office/form/dict.tsx";
import { MomentField } from "#src/office/form/plain-fields.tsx";
import { CrudPage } from "#src/office/list/crud-page.tsx";
import type { Column, Entity, Filter, RowAction } from "#src/office/list/crud-types.ts";
import { POSTS, periodsQuery } from "./calls.ts";
import { EnterDrawer } from "./enter-drawer.tsx";
import { PeriodsDrawer } from "./periods-drawer.tsx";
import type { PeriodRow, PostRow } from "./wire.ts";

const ENTITY: Entity<PostRow> = {
  noun: "任职",
  unit: "条",
  path: POSTS,
  permi: "member:post",
  id: "id",
  name: "memberNo",
  nameOf: (row) => `${row.name} ${row.periodName}${row.postName}`,
};

const POST_CHOICES = Object.entries(POST_NAMES).map(([value, label]) => ({ value, label }));

const STATES = [
  { value: "present", label: "在任" },
  { value: "coming", label: "未到任" },
  { value: "past", label: "已卸任" },
  { value: "draft", label: "草稿" },
];

const filtersOf = (periods: readonly PeriodRow[]): Filter[] => [
  {
    kind: "choice",
    name: "periodId",
    label: "届次",
    options: periods.map(({ id, periodName }) => ({ value: String(id), label: periodName })),
  },
  { kind: "choice", name: "post", label: "职务", options: POST_CHOICES },
  { kind: "choice", name: "state", label: "状态", options: STATES },
  { kind: "text", name: "keyword", label: "查找", hint: "姓名或会员编号" },
];

const LOOKS: Readonly<Record<string, string>> = {
  在任: "success",
  未到任: "primary",
  草稿: "warning",
};

const COLUMNS: Column<PostRow>[] = [
  { key: "periodName", title: "届次", width: 110 },
  { key: "postName", title: "职务", width: 110 },
  { key: "name", title: "姓名" },
  { key: "memberNo", title: "会员编号", width: 120 },
  {
    key: "stateName",
    title: "状态",
    width: 110,
    render: ({ stateName }) => (
      <Mark entry={{ dictLabel: stateName, listClass: LOOKS[stateName] ?? "info", cssClass: "" }} />
    ),
  },
  { key: "fromOn", title: "任职起始", width: 118 },
  { key: "toOn", title: "任职届满", width: 118 },
  { key: "resolutionNo", title: "决议号", width: 170, render: (row) => row.resolutionNo || "—" },
  {
    key: "endReason",
    title: "卸任原因",
    width: 180,
    isExtra: true,
    render: (row) => row.endReason || "—",
  },
];

async function confirm(rows: readonly PostRow[]): Promise<void> {
  const drafts = rows.filter(({ isDraft }) => isDraft);
  if (drafts.length === 0) {
    notify.warning("所选任职中没有草稿");
    return;
  }
  const isSure = await ask({
    title: `确认 ${drafts.length} 条任职？`,
    text: "确认后成为正式任职，在会员资料中显示。决议号可以在编辑中填写。",
    ok: "确认任职",
  });
  if (!isSure) return;
  try {
    const { msg } = await call<{ msg: string }>("PUT", `${POSTS}/confirm`, {
      body: { ids: drafts.map(({ id }) => id) },
    });
    notify.success(msg);
  } catch {
    // The refusal is on the screen already.
  }
  await tellChange([POSTS]);
}

const CONFIRM: RowAction<PostRow> = {
  key: "confirm",
  label: "确认",
  permi: "member:post:edit",
  run: (row) => void confirm([row]),
};

/** 届期任职 (menu row 2205): who leads the society, by its periods. */
export default function Posts() {
  const can = useCan();
  const { data: periods = [] } = useQuery({ ...periodsQuery, meta: { isQuiet: true } });
  const [ended, setEnded] = useState<PostRow>();
  const [isEntering, setEntering] = useState(false);
  const [isOnPeriods, setOnPeriods] = useState(false);
  const end: RowAction<PostRow> = {
    key: "end",
    label: "卸任",
    permi: "member:post:edit",
    run: setEnded,
  };
  const [newest] = periods;
  return (
    <>
      <CrudPage
        entity={ENTITY}
        title="届期任职"
        filters={filtersOf(periods)}
        columns={COLUMNS}
        rowActions={(row, regular) => [
          ...(row.isDraft ? [CONFIRM] : row.stateName === "在任" ? [end] : []),
          ...regular,
        ]}
        bulkActions={[
          {
            key: "confirm",
            label: "确认任职",
            permi: "member:post:edit",
            run: (rows) => void confirm(rows),
          },
        ]}
        actions={
          <>
            {can.permi(["member:post:add"]) && (
              <Button onClick={() => setEntering(true)}>批量录入</Button>
            )}
            {can.permi(["member:post:edit"]) && (
              <Button onClick={() => setOnPeriods(true)}>届次管理</Button>
            )}
          </>
        }
        form={{
          names: ["periodId", "post", "memberNo", "fromOn", "toOn", "resolutionNo"],
          initial: { ...(newest ? { periodId: newest.id } : {}) },
          fields: (row) => <PostFields periods={periods} {...(row ? { name: row.name } : {})} />,
        }}
      />
      {ended && (
        <CrudDrawer
          title={`「${ended.name}」卸任${ended.postName}`}
          initial={{ endOn: "", reason: "" }}
          names={["endOn", "reason"]}
          save={async (values) => {
            const { msg } = await call<{ msg: string }>("PUT", `${POSTS}/end`, {
              body: { id: ended.id, version: ended.version, ...values },
              isQuiet: true,
            });
            setEnded(undefined);
            notify.success(msg);
            await tellChange([POSTS]);
          }}
          onClose={() => setEnded(undefined)}
        >
          <Form.Item
            name="endOn"
            label="卸任日期"
            rules={[{ required: true, message: "卸任日期不能为空" }]}
          >
            <MomentField isDay />
          </Form.Item>
          <Form.Item
            name="reason"
            label="原因"
            rules={[{ required: true, min: 5, message: "请写明原因，5 到 200 个字" }]}
          >
            <Input.TextArea rows={3} maxLength={200} showCount />
          </Form.Item>
        </CrudDrawer>
      )}
      {isEntering && <EnterDrawer periods={periods} onClose={() => setEntering(false)} />}
      {isOnPeriods && <PeriodsDrawer periods={periods} onClose={() => setOnPeriods(false)} />}
    </>
  );
}

/** The choice keeps texts, the rows numbers. */
function PostChoice({
  value,
  ...props
}: {
  id?: string;
  value?: number | string;
  onChange?: (value: string) => void;
}) {
  return (
    <Select
      {...props}
      options={POST_CHOICES}
      {...(value === undefined ? {} : { value: String(value) })}
    />
  );
}

function PostFields({ periods, name }: { periods: readonly PeriodRow[]; name?: string }) {
  return (
    <>
      <Form.Item name="periodId" label="届次" rules={[{ required: true, message: "届次不能为空" }]}>
        <Select
          options={periods.map(({ id, periodName }) => ({ value: id, label: periodName }))}
          notFoundContent="还没有届次，请先到“届次管理”新增"
        />
      </Form.Item>
      <Form.Item name="post" label="职务" rules={[{ required: true, message: "职务不能为空" }]}>
        <PostChoice />
      </Form.Item>
      <Form.Item
        name="memberNo"
        label={<Ruled label="会员编号" rule={name ? `现为 ${name}` : "如 P202600001"} />}
        rules={textRules("会员编号", 20)}
      >
        <Input maxLength={20} />
      </Form.Item>
      <Form.Item name="fromOn" label={<Ruled label="任职起始" rule="不填为本届起始" />}>
        <MomentField isDay />
      </Form.Item>
      <Form.Item name="toOn" label={<Ruled label="任职届满" rule="不填为本届届满" />}>
        <MomentField isDay />
      </Form.Item>
      <Form.Item name="resolutionNo" label="决议号">
        <Input maxLength={50} placeholder="如 会理〔2026〕3号" />
      </Form.Item>
    </>
  );
}
