import { call, report } from "#src/office/calls/http.ts";
import { tellChanges } from "#src/office/calls/queries.ts";
import { loadInbox } from "#src/office/header/inbox.ts";
import { fetchFile, saveBlob } from "#src/office/list/export-file.ts";
import type { Branch, Counts, Info, Levels, Results } from "../wire.ts";

/** Below /prod-api. */
export const SIGN = "/api/system/sign";

export const LIST_PATH = "/members/review";
export const applicationPath = (id: number): string => `/members/application/${id}`;

const quiet = { isQuiet: true } as const;

const read = async <T>(path: string, query: Record<string, string | number> = {}): Promise<T> =>
  (await call<{ data: T }>("GET", `${SIGN}/${path}`, { ...quiet, query })).data;

export const readApplication = (id: number) => read<Info>("getInfo", { id });
export const readCounts = () => read<Counts>("counts");
export const readLevels = () => read<Levels>("levels");

/** The branches that an application may name. */
export const readBranches = () => read<Branch[]>("branches");

const send = async <T>(method: "POST" | "PUT", path: string, body: object): Promise<T> =>
  (await call<{ data: T }>(method, `${SIGN}/${path}`, { ...quiet, body })).data;

/** A verdict on one application or on several of one kind of member; each has its own result. */
export const check = (memberType: string, body: object) =>
  send<Results>("POST", memberType === "02" ? "checkOrg" : "check", body);

export const confirmMoney = (body: object) => send<unknown>("PUT", "financePass", body);
/** Finance looks at the voucher: its owner cannot change it any more. */
export const openVoucher = (id: number) => send<unknown>("POST", "openVoucher", { id });
export const refuseVoucher = (body: object) => send<unknown>("PUT", "financeFail", body);
export const rebranch = (body: object) => send<unknown>("POST", "rebranch", body);
export const reopen = (body: object) => send<unknown>("POST", "reopen", body);
export const revoke = (body: object) => send<unknown>("POST", "revoke", body);

/** Fetches the form, filled in, and saves it; failures are shown. */
export async function printForm({ id, applyNo }: { id: number; applyNo: string }): Promise<void> {
  try {
    const blob = await fetchFile(`${SIGN}/form?id=${id}`);
    saveBlob(blob, `入会申请表_${applyNo}`, "pdf");
  } catch (error) {
    report(error);
  }
}

/** Lists, counts, applications and the inbox load again. */
export async function tellApplications(): Promise<void> {
  await Promise.all([tellChanges([SIGN, "inbox", "workbench"]), loadInbox()]);
}
