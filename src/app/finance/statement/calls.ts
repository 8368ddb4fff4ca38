import type { Mapping } from "#src/lib/bank/columns.ts";
import { call } from "#src/office/calls/http.ts";
import { tellChanges } from "#src/office/calls/queries.ts";
import { loadInbox } from "#src/office/header/inbox.ts";
import type { Candidate, Imported, LineCounts, MatchResult, Preview } from "./wire.ts";

/** Below /prod-api. */
export const STATEMENT = "/api/bll/finance/statement";

export const matchPath = (statementId: number): string => `/finance/statement-match/${statementId}`;

type Sent = { file: File; mapping: Mapping | undefined; bankName?: string };

const bodyOf = ({ file, mapping, bankName }: Sent): FormData => {
  const body = new FormData();
  // Fields before the file: the server reads in this order.
  if (mapping) body.set("mapping", JSON.stringify(mapping));
  if (bankName !== undefined) body.set("bankName", bankName);
  body.set("file", file);
  return body;
};

export const readPreview = async (sent: Sent, signal: AbortSignal): Promise<Preview> =>
  (
    await call<{ data: Preview }>("POST", `${STATEMENT}/importPreview`, {
      body: bodyOf(sent),
      signal,
      isQuiet: true,
    })
  ).data;

export const sendImport = async (sent: Sent): Promise<Imported> =>
  (
    await call<{ data: Imported }>("POST", `${STATEMENT}/importData`, {
      body: bodyOf(sent),
      isQuiet: true,
    })
  ).data;

export const readCounts = async (statementId: number): Promise<LineCounts> =>
  (
    await call<{ data: LineCounts }>("GET", `${STATEMENT}/lineCounts`, {
      query: { statementId },
      isQuiet: true,
    })
  ).data;

export const findPayables = async (keyword: string, signal: AbortSignal): Promise<Candidate[]> =>
  (
    await call<{ data: Candidate[] }>("GET", `${STATEMENT}/payables`, {
      query: { keyword },
      signal,
      isQuiet: true,
    })
  ).data;

/** What of a line is for which application; yuan. */
export type Wanted = { lineId: number; parts: { signId: number; amount: string }[] };

/** Lines of one call: each takes some 50 ms. */
const AT_A_TIME = 20;

/** Confirms lines, some at a time; `onDone` hears how many have been dealt with. */
export async function confirmLines(
  items: readonly Wanted[],
  onDone: (count: number) => void = () => undefined,
): Promise<MatchResult[]> {
  const results: MatchResult[] = [];
  for (let at = 0; at < items.length; at += AT_A_TIME) {
    const part = items.slice(at, at + AT_A_TIME);
    const { data } = await call<{ data: MatchResult[] }>("POST", `${STATEMENT}/match`, {
      body: { items: part },
      isQuiet: true,
    });
    results.push(...data);
    onDone(results.length);
  }
  return results;
}

export const putAside = (ids: readonly number[], reason: string) =>
  call<{ msg: string }>("POST", `${STATEMENT}/putAside`, { body: { ids, reason }, isQuiet: true });

export const takeBack = (ids: readonly number[]) =>
  call<{ msg: string }>("POST", `${STATEMENT}/takeBack`, { body: { ids } });

/** Lines, statements, payments and applications load again. */
export async function tellMatches(): Promise<void> {
  await Promise.all([
    tellChanges([STATEMENT, "/api/bll/finance/confirm", "/api/system/sign", "inbox", "workbench"]),
    loadInbox(),
  ]);
}
