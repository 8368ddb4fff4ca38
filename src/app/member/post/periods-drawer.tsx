import { Button, Form, Input } from "antd";
import { useState } from "react";
import { call } from "#src/office/calls/http.ts";
import { ask, notify } from "#src/office/calls/notify.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { CrudDrawer, RemarkItem, textRules } from "#src/office/form/crud-drawer.tsx";
import { MomentField } from "#src/office/form/plain-fields.tsx";
import { Fact, RecordDrawer } from "#src/office/list/record-drawer.tsx";
import { POSTS } from "./calls.ts";
import type { PeriodRow } from "./wire.ts";

const NAMES = ["periodName", "fromOn", "toOn", "remark"];

async function act(work: () => Promise<{ msg?: string }>, told: string): Promise<void> {
  try {
    const { msg } = await work();
    notify.success(msg && msg !== "操作成功" ? msg : told);
  } catch {
    // The refusal is on the screen already.
  }
  await tellChange([POSTS]);
}

async function copyFrom(from: PeriodRow, to: PeriodRow): Promise<void> {
  const isSure = await ask({
    title: `把「${from.periodName}」的任职复制到「${to.periodName}」？`,
    text: "提前卸任和已退会的不复制。复制的任职为草稿，核对后再确认。",
    ok: "复制",
  });
  if (!isSure) return;
  const body = { fromId: from.id, toId: to.id };
  await act(() => call<{ msg: string }>("POST", `${POSTS}/copy`, { body }), "已复制");
}

async function remove({ id, periodName }: PeriodRow): Promise<void> {
  const isSure = await ask({
    title: `删除「${periodName}」？`,
    text: "删除后无法恢复。",
    ok: "删除",
    isDanger: true,
  });
  if (isSure) await act(() => call("DELETE", `${POSTS}/period/${id}`), `已删除「${periodName}」`);
}

/** 届次管理: the periods, the latest first, each of which may begin as a copy of the one before. */
export function PeriodsDrawer({
  periods,
  onClose,
}: {
  periods: readonly PeriodRow[];
  onClose: () => void;
}) {
  const [edited, setEdited] = useState<{ row: PeriodRow | undefined }>();
  return (
    <>
      <RecordDrawer title="届次管理" onClose={onClose}>
        <div data-wide>
          <Button type="primary" onClick={() => setEdited({ row: undefined })}>
            新增届次
          </Button>
        </div>
        {periods.map((row, at) => {
          const before = periods[at + 1];
          return (
            <Fact key={row.id} title={row.periodName} isWide>
              {row.fromOn} 至 {row.toOn}，{row.count} 条任职
              <br />
              <Button type="link" size="small" onClick={() => setEdited({ row })}>
                编辑
              </Button>
              {before && (
                <Button type="link" size="small" onClick={() => void copyFrom(before, row)}>
                  复制{before.periodName}的任职
                </Button>
              )}
              {row.count === 0 && (
                <Button type="link" size="small" danger onClick={() => void remove(row)}>
                  删除
                </Button>
              )}
            </Fact>
          );
        })}
      </RecordDrawer>
      {edited && (
        <CrudDrawer
          title={edited.row ? `编辑「${edited.row.periodName}」` : "新增届次"}
          initial={{ remark: "", ...edited.row }}
          names={NAMES}
          save={async (values) => {
            const { row } = edited;
            await call(row ? "PUT" : "POST", `${POSTS}/period`, {
              body: { ...(row ? { id: row.id, version: row.version } : {}), ...values },
              isQuiet: true,
            });
            setEdited(undefined);
            notify.success(`已保存「${String(values.periodName)}」`);
            await tellChange([POSTS]);
          }}
          onClose={() => setEdited(undefined)}
        >
          <Form.Item name="periodName" label="届次名称" rules={textRules("届次名称", 30)}>
            <Input maxLength={40} placeholder="如 第六届" />
          </Form.Item>
          <Form.Item
            name="fromOn"
            label="起始日期"
            rules={[{ required: true, message: "起始日期不能为空" }]}
          >
            <MomentField isDay />
          </Form.Item>
          <Form.Item
            name="toOn"
            label="届满日期"
            rules={[{ required: true, message: "届满日期不能为空" }]}
          >
            <MomentField isDay />
          </Form.Item>
          <RemarkItem />
        </CrudDrawer>
      )}
    </>
  );
}
