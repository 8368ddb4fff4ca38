import type { Mapping } from "#src/lib/bank/columns.ts";
import { call } from "#src/office/calls/http.ts";
import type { Imported, Preview } from "./wire.ts";

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
