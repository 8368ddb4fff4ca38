import { useEffect, useState } from "react";
import { useTab } from "#src/office/tabs/tab.tsx";
import { tabsStore } from "#src/office/tabs/workspace.ts";
import type { ArticleFields } from "../model/fields.ts";
import { changedNames } from "../review/difference.ts";
import {
  type CopyKey,
  draftKey,
  dropLocal,
  type LocalCopy,
  newCopies,
  readLocal,
} from "./local-copy.ts";

/** More are of no use above a text; the next follow when these are settled. */
const MOST_SHOWN = 3;

const lockName = (userId: number, key: CopyKey) => `office-article:${userId}:${key}`;

/** New articles that are being written in another tab of this browser. Plain http has no locks. */
async function heldElsewhere(): Promise<Set<string>> {
  const { held } = (await navigator.locks?.query()) ?? {};
  return new Set(held?.map(({ name }) => name ?? ""));
}

/**
 * Copies of what was written and not saved: of this article, and above a new one those of new articles
 * whose tab is gone. While it is open, a new one says so to the other tabs of the browser.
 */
export function useLeftBehind(
  userId: number,
  key: CopyKey,
  first: ArticleFields,
): { copies: LocalCopy[]; settle: (copy: LocalCopy) => void } {
  const { whenGone } = useTab();
  const isNew = typeof key === "string";
  const [copies, setCopies] = useState<LocalCopy[]>(() => {
    const own = readLocal(userId, key);
    return own && changedNames(own.fields, first).length > 0 ? [own] : [];
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each article
  useEffect(() => {
    if (!isNew) return;
    void navigator.locks?.request(
      lockName(userId, key),
      { ifAvailable: true },
      // Until the tab is closed; the browser itself lets go of it when it dies.
      (lock) => lock && new Promise<void>((resolve) => whenGone(resolve)),
    );
    void heldElsewhere().then((held) => {
      const open = new Set(
        tabsStore.get().map(({ path }) => draftKey(/\/new\/(\d+)$/.exec(path)?.[1] ?? "")),
      );
      const lost = newCopies(userId).filter(
        (copy) => !open.has(String(copy.key)) && !held.has(lockName(userId, copy.key)),
      );
      setCopies((own) => [
        ...own,
        ...lost.filter((each) => own.every((one) => one.key !== each.key)),
      ]);
    });
  }, [key]);
  return {
    copies: copies.slice(0, MOST_SHOWN),
    /** Taken over or not wanted: it is shown no more. */
    settle(copy) {
      dropLocal(userId, copy.key);
      setCopies((before) => before.filter((each) => each !== copy));
    },
  };
}
