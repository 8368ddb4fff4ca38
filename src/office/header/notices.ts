import { createStore } from "../../lib/store.ts";
import { call } from "../calls/http.ts";

/** A row of GET /system/notice/listTop. */
export type Notice = {
  noticeId: number;
  noticeTitle: string;
  /** 1 notification, 2 announcement. */
  noticeType: string;
  createBy: string;
  createTime: string;
  isRead: boolean;
};

type Notices = { data: Notice[]; unreadCount: number };

/** The newest five; undefined before they were asked for, or when nobody answered. */
export const noticesStore = createStore<Notices | undefined>(undefined);

/** False when they could not be read; the panel then offers another try. */
export async function loadNotices(): Promise<boolean> {
  try {
    noticesStore.set(await call<Notices>("GET", "/system/notice/listTop", { isQuiet: true }));
    return true;
  } catch {
    return false;
  }
}

const markHere = (isNow: (notice: Notice) => boolean) => {
  const before = noticesStore.get();
  if (!before) return;
  const data = before.data.map((each) => (isNow(each) ? { ...each, isRead: true } : each));
  noticesStore.set({ data, unreadCount: data.filter((each) => !each.isRead).length });
};

/** Reading it marks it; a failure is no reason to disturb the reader. */
export async function markRead(noticeId: number): Promise<void> {
  const query = { noticeId };
  await call("POST", "/system/notice/markRead", { query, isQuiet: true }).then(
    () => markHere((each) => each.noticeId === noticeId),
    () => undefined,
  );
}

export async function markAllRead(): Promise<void> {
  const unread = noticesStore.get()?.data.filter((each) => !each.isRead) ?? [];
  if (unread.length === 0) return;
  const ids = unread.map((each) => each.noticeId).join(",");
  await call("POST", "/system/notice/markReadAll", { query: { ids } });
  markHere(() => true);
}
