import { call } from "#src/office/calls/http.ts";
import { tellChanges } from "#src/office/calls/queries.ts";
import type { Arranged, Choice, Invitee, PanelBatch, PanelResults, Progress } from "../wire.ts";

/** Below /prod-api. */
export const PANEL = "/api/declaration/panel";
const ITEM = "/api/declaration/item";

const quiet = { isQuiet: true } as const;

const read = async <T>(path: string, query: Record<string, string | number> = {}): Promise<T> =>
  (await call<{ data: T }>("GET", `${PANEL}/${path}`, { ...quiet, query })).data;

export const readBatches = () => read<PanelBatch[]>("batches");
export const readProgress = (batchId: number) => read<Progress>("progress", { batchId });
export const readResults = (batchId: number) => read<PanelResults>("results", { batchId });
export const readInvitees = (batchId: number) => read<Invitee[]>("invitees", { batchId });
export const readChoices = (batchId: number, itemId: number) =>
  read<Choice[]>("choices", { batchId, itemId });

const post = async <T>(path: string, body: object): Promise<T> =>
  (await call<{ data: T }>("POST", `${PANEL}/${path}`, { ...quiet, body })).data;

export const invite = (batchId: number, expertIds: readonly number[]) =>
  post<{ invited: number }>("invite", { batchId, expertIds });
export const remind = (ids: readonly number[]) =>
  post<{ told: number; refusals: string[] }>("remind", { ids });
export const arrange = (batchId: number) => post<Arranged>("arrange", { batchId });
export const assign = (itemId: number, panelId: number, reviewId?: number) =>
  post<undefined>("assign", { itemId, panelId, ...(reviewId ? { reviewId } : {}) });
export const unassign = (id: number) => post<undefined>("unassign", { id });
export const removeExpert = (id: number, opinion: string) =>
  post<undefined>("remove", { id, opinion });
export const savePlan = (body: object) => call("PUT", `${PANEL}/plan`, { ...quiet, body });

/** What one call of the secretariat takes. */
const MOST = 100;

/** Sends declarations to the committee, each by itself; answers why some stayed. */
export async function rankAll(ids: readonly number[]) {
  const results: { id: number; ok: boolean; msg: string }[] = [];
  for (let at = 0; at < ids.length; at += MOST) {
    const { data } = await call<{ data: typeof results }>("POST", `${ITEM}/decide`, {
      ...quiet,
      body: { action: "rank", ids: ids.slice(at, at + MOST) },
    });
    results.push(...data);
  }
  return results;
}

/** Progress, results and the lists of declarations load again. */
export async function tellPanels(): Promise<void> {
  await tellChanges([PANEL, ITEM, "inbox", "workbench"]);
}
