import { call } from "#src/office/calls/http.ts";
import { tellChanges } from "#src/office/calls/queries.ts";
import { loadInbox } from "#src/office/header/inbox.ts";
import { tabsStore } from "#src/office/tabs/workspace.ts";
import type { CheckReport, DeskArticle, RevisionRow, Saved, TimelineRow } from "../model/desk.ts";
import type { ArticleFields } from "../model/fields.ts";

/** Below /prod-api. */
export const DESK = "/api/bll/article/desk";

export const LIST_PATH = "/content/article";
const NEW_PATH = "/content/article-edit/new";

/** The tab in which it was begun and goes on, or a tab of its own. */
export function editPath(id: number): string {
  const begun = tabsStore.get().find(({ path, search }) => {
    return path.startsWith(`${NEW_PATH}/`) && new URLSearchParams(search).get("id") === String(id);
  });
  return begun?.path ?? `/content/article-edit/${id}`;
}
export const reviewPath = (id: number): string => `/content/article-review/${id}`;
/** Each time another new article, in a tab of its own. */
export const newPath = (): string => NEW_PATH;

const quiet = { isQuiet: true } as const;

/** For calls whose failure the page shows itself. */
const read = async <T>(path: string, signal?: AbortSignal): Promise<T> =>
  (await call<{ data: T }>("GET", `${DESK}${path}`, { ...quiet, ...(signal ? { signal } : {}) }))
    .data;

export const readArticle = (id: number, signal?: AbortSignal) =>
  read<DeskArticle>(`/${id}`, signal);

const rows = async <T>(path: string): Promise<T[]> =>
  (await call<{ rows: T[] }>("GET", `${DESK}${path}`, quiet)).rows;

export const readRevisions = (id: number) => rows<RevisionRow>(`/${id}/revisions`);
export const readTimeline = (id: number) => rows<TimelineRow>(`/${id}/timeline`);
export const readRevision = (id: number, revisionId: number) =>
  read<RevisionRow & { fields: ArticleFields }>(`/${id}/revisions/${revisionId}`);

const send = async <T>(method: "POST" | "PUT" | "DELETE", path: string, body?: object) =>
  (await call<{ data: T }>(method, `${DESK}${path}`, { ...quiet, ...(body ? { body } : {}) })).data;

/** `isImport`: the text came from a file, and its revision says so. */
export const addArticle = (fields: ArticleFields & { isImport?: boolean }) =>
  send<Saved>("POST", "", fields);
export const saveArticle = (
  body: ArticleFields & {
    id: number;
    version: number;
    isAutosave?: boolean;
    /** Mine, although another version came: that one stays among the revisions. */
    isForced?: boolean;
    isImport?: boolean;
  },
) => send<Saved>("PUT", "", body);

export const checkArticle = (body: ArticleFields & { id?: number }) =>
  send<CheckReport>("POST", "/check", body);
/** `url` shows these fields as a visitor would see them, until `expireTime`. */
export const makePreview = (body: ArticleFields & { id: number }) =>
  send<{ url: string; expireTime: string }>("POST", "/preview", body);

/** An act of the workflow: submit, withdraw, approve, sendBack, publish, recall, discardCopy, restore. */
export const act = (verb: string, body: object) => send<unknown>("POST", `/${verb}`, body);
export const pinArticle = (body: { id: number; isTop: boolean; topUntil?: string | null }) =>
  send<unknown>("PUT", "/pin", body);
export const orderPinned = (typeId: number, ids: number[]) =>
  send<unknown>("PUT", "/pinOrder", { typeId, ids });
export const removeArticles = (ids: readonly number[], isForGood: boolean) =>
  send<unknown>("DELETE", `${isForGood ? "/purge" : ""}/${ids.join(",")}`);
export const putBackArticles = (ids: readonly number[]) =>
  send<unknown>("POST", "/putBack", { ids });

/** Lists, counts, articles and the inbox load again. */
export async function tellArticles(): Promise<void> {
  await Promise.all([tellChanges([DESK, "inbox", "workbench"]), loadInbox()]);
}
