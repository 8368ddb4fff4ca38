import { call } from "#src/office/calls/http.ts";
import { tellChange } from "#src/office/calls/queries.ts";
import { tellApplications } from "../review/calls.ts";
import type { Outcome, SaidVerdict, Sheet } from "./wire.ts";

/** Below /prod-api. */
export const COUNCIL = "/api/system/sign/council";

export const MEETINGS_PATH = "/members/council";
export const sheetPath = (id: number): string => `/members/council-sheet/${id}`;

export const readSheet = async (id: number): Promise<Sheet> =>
  (await call<{ data: Sheet }>("GET", `${COUNCIL}/sheet/${id}`, { isQuiet: true })).data;

export const takeOff = async (meetingId: number, ids: readonly number[]): Promise<string> =>
  (await call<{ msg: string }>("POST", `${COUNCIL}/takeOff`, { body: { meetingId, ids } })).msg;

export const resolve = async (body: {
  id: number;
  version: number;
  resolutionNo: string;
  resolutionDate: string;
  verdicts: readonly SaidVerdict[];
}): Promise<Outcome[]> =>
  (await call<{ data: Outcome[] }>("PUT", `${COUNCIL}/resolve`, { body, isQuiet: true })).data;

/** Meetings, sheets, applications and the inbox load again. */
export async function tellSheets(): Promise<void> {
  await Promise.all([tellChange([COUNCIL]), tellApplications()]);
}
