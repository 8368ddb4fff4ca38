import { sendEvent } from "#src/app/message/service.server.ts";
import { isReason, REASON_ASKED } from "#src/lib/text/reason.ts";
import type { Act, Done } from "#src/server/flow/flow.ts";
import { AppError, refuseFields } from "#src/server/http/errors.ts";
import { branchesIn } from "../model/branches.server.ts";
import { permissionFor, type Sign, type SignPerson } from "../model/rights.server.ts";
import { put } from "../model/rows.server.ts";
import { MAX_BRANCHES } from "./form-values.server.ts";

const NONE = "学会本部";

const refuse = (text: string): never => {
  throw new AppError(text, { fields: { branchIds: text } });
};

/** The ids of a body, in its order; the first of them is the branch that the application belongs to. */
function idsOf(given: unknown): number[] {
  const ids = Array.isArray(given) ? [...new Set(given.map(Number))] : [];
  if (!Array.isArray(given) || ids.some((id) => !Number.isSafeInteger(id))) {
    refuse("请选择分支机构");
  }
  if (ids.length > MAX_BRANCHES) refuse(`最多选 ${MAX_BRANCHES} 个分支机构`);
  return ids;
}

/**
 * Puts an application under the branches where it belongs, and changes nothing else of it. Each branch that it
 * leaves or comes to must be within the person's reach: nobody gives away what another branch has, nor takes it.
 */
export async function rebranch({
  tx,
  before,
  given,
  person,
}: Act<Sign, SignPerson>): Promise<Done<Sign>> {
  const reason = typeof given.reason === "string" ? given.reason.trim() : "";
  refuseFields({ reason: isReason(reason) ? undefined : REASON_ASKED });
  const names = new Map((await branchesIn(tx)).map(({ id, name }) => [id, name]));
  const ids = idsOf(given.branchIds);
  if (ids.some((id) => !names.has(id) && !before.branchIds.includes(id))) {
    refuse("所选分支机构已停用，请刷新后重新选择");
  }
  const deptId = ids[0] ?? null;
  const moved: (number | null)[] = [
    ...ids.filter((id) => !before.branchIds.includes(id)),
    ...before.branchIds.filter((id) => !ids.includes(id)),
    ...(deptId === before.deptId ? [] : [deptId, before.deptId]),
  ];
  if (moved.length === 0) refuse("分支机构没有变化");
  const named = (id: number | null) => (id === null ? NONE : (names.get(id) ?? "已停用的分支机构"));
  const foreign = moved.find(
    (id) => !person.reach.covers(permissionFor("rebranch", before), { ownerId: null, deptId: id }),
  );
  if (foreign !== undefined) refuse(`「${named(foreign)}」不在您的管理范围内，不能更正`);
  const after = await put(tx, before.id, { branchIds: ids, deptId });
  const listed = (all: readonly number[]) => (all.length === 0 ? NONE : all.map(named).join("、"));
  await sendEvent(tx, {
    event: "signRebranched",
    userId: before.userId,
    link: "/Membership/mine",
    subject: "sign",
    subjectId: before.id,
    fields: {
      姓名: before.name,
      申请编号: before.applyNo,
      分支机构: listed(ids),
      原因: reason,
    },
  });
  return { after, opinion: `${listed(before.branchIds)} → ${listed(ids)}：${reason}` };
}
