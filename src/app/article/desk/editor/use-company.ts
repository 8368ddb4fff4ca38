import { useEffect, useEffectEvent, useState } from "react";
import { call } from "#src/office/calls/http.ts";
import { readText, writeText } from "#src/office/settings/storage.ts";
import type { Editor } from "../model/desk.ts";
import { DESK } from "../parts/calls.ts";

const RENEW_MS = 15_000;

export type Company = {
  /** The newest version and who saved it. */
  version: number;
  savedBy: string;
  savedTime: string;
  /** Who else has it open to write. */
  others: Editor[];
};

const KEY = "office-tab-key";

/** The same after a reload: a writer who reloads is no second one. */
function tabKeyHere(): string {
  const known = readText("sessionStorage", KEY);
  if (known) return known;
  // crypto.randomUUID is not there on plain http.
  const made = [...crypto.getRandomValues(new Uint32Array(4))]
    .map((part) => part.toString(16).padStart(8, "0"))
    .join("");
  writeText("sessionStorage", KEY, made);
  return made;
}

/** Tells the server that this tab writes in the article, and learns who else does. */
export function useCompany(id: number | undefined): Company | undefined {
  const [company, setCompany] = useState<Company>();
  const [tabKey] = useState(tabKeyHere);
  const tell = useEffectEvent(async (articleId: number, isLeaving: boolean) => {
    const body = { id: articleId, tabKey, ...(isLeaving ? { isLeaving } : {}) };
    // A failure here does not disturb the writer: saving reports a conflict anyway.
    const answer = await call<{ data: Company }>("POST", `${DESK}/editing`, {
      body,
      isQuiet: true,
    }).catch(() => undefined);
    if (answer && !isLeaving) setCompany(answer.data);
  });
  useEffect(() => {
    if (id === undefined) return;
    void tell(id, false);
    const timer = window.setInterval(() => void tell(id, false), RENEW_MS);
    return () => {
      window.clearInterval(timer);
      void leave(id, tabKey);
    };
  }, [id, tabKey]);
  return company;
}

const leave = (id: number, tabKey: string) =>
  call("POST", `${DESK}/editing`, { body: { id, tabKey, isLeaving: true }, isQuiet: true }).catch(
    () => undefined,
  );
