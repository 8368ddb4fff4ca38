const endings = new Map<string, Set<() => void>>();

/** Calls `act` when the tab's page goes for good; hiding the tab, which looks the same to an effect, does not. */
export function atEndOf(tabKey: string, act: () => void): void {
  const known = endings.get(tabKey) ?? new Set();
  known.add(act);
  endings.set(tabKey, known);
}

/** Ends the pages of the tabs that are no longer among these. */
export function endOthers(tabKeys: Set<string>): void {
  for (const [key, acts] of endings) {
    if (tabKeys.has(key)) continue;
    endings.delete(key);
    for (const act of acts) act();
  }
}
