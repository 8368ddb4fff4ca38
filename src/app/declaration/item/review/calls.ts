import type { DeclareVerb } from "#src/lib/declare/declare-life.ts";
import { call, report } from "#src/office/calls/http.ts";
import { tellChanges } from "#src/office/calls/queries.ts";
import { loadInbox } from "#src/office/header/inbox.ts";
import { fetchFile, saveBlob } from "#src/office/list/export-file.ts";
import type { BatchChoice, Counts, ItemWhole, Results } from "../wire.ts";

/** Below /prod-api. */
export const ITEM = "/api/declaration/item";

export const itemPath = (id: number): string => `/declaration/detail/${id}`;

const quiet = { isQuiet: true } as const;

const read = async <T>(path: string, query: Record<string, string | number> = {}): Promise<T> =>
  (await call<{ data: T }>("GET", `${ITEM}/${path}`, { ...quiet, query })).data;

export const readItem = (id: number) => read<ItemWhole>("getInfo", { id });
export const readCounts = () => read<Counts>("counts");
export const readBatches = () => read<BatchChoice[]>("batches");

/** The call that takes a step of staff. */
const PATHS: Partial<Record<DeclareVerb, "check" | "decide" | "stage">> = {
  pass: "check",
  return: "check",
  reject: "check",
  rank: "decide",
  publicise: "decide",
  decline: "decide",
  establish: "decide",
  recall: "decide",
  open: "stage",
  review: "stage",
  complete: "stage",
  reviewAgain: "stage",
  terminate: "stage",
};

/** A step with one declaration or with several; each has its own result. */
export async function takeStep(action: DeclareVerb, body: object): Promise<Results> {
  const path = PATHS[action];
  if (!path) throw new Error(`${action} is no step of staff`);
  const { data } = await call<{ data: Results }>("POST", `${ITEM}/${path}`, {
    ...quiet,
    body: { ...body, action },
  });
  return data;
}

/** Fetches the form and saves it; failures are shown. */
export async function printForm({ id, itemNo }: { id: number; itemNo: string }): Promise<void> {
  try {
    const blob = await fetchFile(`${ITEM}/form?id=${id}`);
    saveBlob(blob, `申报书_${itemNo}`, "pdf");
  } catch (error) {
    report(error);
  }
}

/** Lists, counts, declarations and the inbox load again. */
export async function tellItems(): Promise<void> {
  await Promise.all([tellChanges([ITEM, "inbox", "workbench"]), loadInbox()]);
}
