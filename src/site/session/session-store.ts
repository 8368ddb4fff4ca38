/**
 * Session storage (specification 3): navIndex and tabIndex remember the menu entry that was chosen
 * and are cleared when an article is; then articlId is its id and articl the article itself.
 */
export type RememberedArticle = { id: number; articleName: string; createTime: string };

/** `childId` is left out where the entry has no sub-list. */
export function rememberMenu(topId: number, childId?: number): void {
  write((store) => {
    store.setItem("navIndex", String(topId));
    if (childId === undefined) store.removeItem("tabIndex");
    else store.setItem("tabIndex", String(childId));
  });
}

export function rememberArticle({ id, articleName, createTime }: RememberedArticle): void {
  write((store) => {
    store.removeItem("navIndex");
    store.removeItem("tabIndex");
    store.setItem("articlId", String(id));
    store.setItem("articl", JSON.stringify({ id, articleName, createTime }));
  });
}

/** Storage may be forbidden or full; the page works without it. */
function write(act: (store: Storage) => void): void {
  try {
    act(sessionStorage);
  } catch {
    // Nothing to do: only a convenience is lost.
  }
}
