import { call } from "#src/office/calls/http.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import type { Made, MeetingBatch, MeetingSheet } from "../wire.ts";

/** Below /prod-api. */
export const MEETING = "/api/declaration/meeting";
const ITEM = "/api/declaration/item";

const quiet = { isQuiet: true } as const;

export const readBatches = async () =>
  (await call<{ data: MeetingBatch[] }>("GET", `${MEETING}/batches`, quiet)).data;

export const readSheet = async (batchId: number, id: number | undefined) =>
  (
    await call<{ data: MeetingSheet }>("GET", `${MEETING}/sheet`, {
      ...quiet,
      query: { batchId, ...(id ? { id } : {}) },
    })
  ).data;

/** Calls a meeting, or changes one. */
export const saveMeeting = (id: number | undefined, body: object) =>
  call<{ data: Made }>(id ? "PUT" : "POST", MEETING, { ...quiet, body: { ...body, id } });

export const stepMeeting = (id: number, action: "freeze" | "reopen" | "remove", opinion = "") =>
  call("POST", `${MEETING}/step`, { ...quiet, body: { id, action, opinion } });

/** Freezes the ranking; `again`: declarations on which was resolved that the committee takes up once more. */
export const freezeMeeting = (id: number, again: readonly number[]) =>
  call("POST", `${MEETING}/step`, { ...quiet, body: { id, action: "freeze", again } });

export const saveVote = (body: object) => call("PUT", `${MEETING}/vote`, { ...quiet, body });

export const resolveMeeting = (body: object) =>
  call("POST", `${MEETING}/resolve`, { ...quiet, body });

/** What one call takes. */
const MOST = 100;
type Results = { id: number; ok: boolean; msg: string }[];

/** Carries out what was resolved, each by itself; answers why some stayed. */
export async function carryOut(
  action: "publicise" | "decline",
  ids: readonly number[],
): Promise<Results> {
  const results: Results = [];
  for (let at = 0; at < ids.length; at += MOST) {
    const { data } = await call<{ data: Results }>("POST", `${ITEM}/decide`, {
      ...quiet,
      body: { action, ids: ids.slice(at, at + MOST) },
    });
    results.push(...data);
  }
  return results;
}

/** Sheets, lists of declarations and the ranking load again. */
export async function tellMeetings(): Promise<void> {
  await Promise.all(
    [MEETING, ITEM, "/api/declaration/panel", "inbox", "workbench"].map((key) => tellChange([key])),
  );
}
