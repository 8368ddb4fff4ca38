import { readToken, removeToken } from "../../site/session/token.ts";
import { isSamePerson } from "../account/same-person.ts";
import { askRelogin } from "../account/session-gate.ts";
import { tellChange } from "../calls/queries.ts";
import { isMobileNow } from "../shell/use-media.ts";
import { loadInbox } from "./inbox.ts";
import { loadNotices, noticesStore } from "./notices.ts";

const NEWS = ["notice", "inbox", "door"] as const;
type News = (typeof NEWS)[number];
type Hear = (news: readonly News[]) => void;

const STREAM = "/prod-api/news/stream";

/** The server gives a sign of life every 20 seconds. */
const SILENT_MS = 45_000;
const LOOK_MS = 5_000;

/** From one try to the next: twice as long each time, until a line holds. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 120_000;
const HOLDS_MS = 30_000;
/** Who would hear nothing for longer than this asks all the same, as where a proxy holds streams back. */
const PATIENCE_MS = 60_000;

/** Pages that hear of one thing at the same moment do not all ask at the same moment. */
const SPREAD_MS = 400;

/** Loads again the data of each kind of news. */
const READ_AGAIN: Readonly<Record<News, () => unknown>> = {
  notice: () => {
    // On a phone the bell has asked for nothing until it is pressed.
    if (noticesStore.get() || !isMobileNow()) void loadNotices();
    void tellChange(["/system/notice", "list"]);
  },
  inbox: () => {
    void loadInbox();
    void tellChange(["inbox"]);
  },
  door: () => void tellChange(["/api/activity/door"]),
};

const due = new Set<News>();

const readSoon: Hear = (news) => {
  const isUnderWay = due.size > 0;
  for (const each of news) due.add(each);
  if (isUnderWay || due.size === 0) return;
  window.setTimeout(() => {
    const now = [...due];
    due.clear();
    for (const each of now) READ_AGAIN[each]();
  }, Math.random() * SPREAD_MS);
};

/**
 * Keeps the bell, the numbers and the open lists up to date while the page is in sight; returns how to
 * stop. The tabs of a browser have one stream between them: whichever is in sight and holds the lock
 * tells the others what it hears, and a tab that comes into sight asks for itself. Where a browser has
 * no Web Locks (or the site no HTTPS), each window in sight has a stream of its own.
 */
export function followNews(userId: number): () => void {
  let watching: AbortController | undefined;
  const stop = () => {
    watching?.abort();
    watching = undefined;
  };
  const look = () => {
    if (document.visibilityState === "hidden") return stop();
    if (watching) return;
    watching = new AbortController();
    share(`office-news:${userId}`, watching.signal);
  };
  const comeBack = () => {
    if (document.visibilityState === "visible") readSoon(NEWS);
    look();
  };
  document.addEventListener("visibilitychange", comeBack);
  look();
  return () => {
    document.removeEventListener("visibilitychange", comeBack);
    stop();
  };
}

function share(name: string, signal: AbortSignal): void {
  if (!("locks" in navigator) || !("BroadcastChannel" in window)) {
    void follow(readSoon, signal);
    return;
  }
  const others = new BroadcastChannel(name);
  others.addEventListener("message", ({ data }) => readSoon(newsOf(String(data))));
  signal.addEventListener("abort", () => others.close());
  const tellAll: Hear = (news) => {
    if (!signal.aborted) others.postMessage(news.join(","));
    readSoon(news);
  };
  // Rejects when the page goes out of sight while it waits for its turn.
  void navigator.locks.request(name, { signal }, () => follow(tellAll, signal)).catch(() => {});
}

const newsOf = (text: string): News[] => NEWS.filter((each) => text.split(",").includes(each));

/** One line after the other, until the page goes out of sight or the session is over. */
async function follow(hear: Hear, signal: AbortSignal): Promise<void> {
  let knownAt = Date.now();
  for (let tries = 0; !signal.aborted; ) {
    const token = readToken();
    if (!token || !(await isSamePerson()) || signal.aborted) return;
    const began = Date.now();
    const { heardAt, isRefused, awayMs } = await listen(token, hear, signal);
    if (signal.aborted) return;
    if (isRefused && readToken() === token) {
      removeToken();
      // A new token begins a new stream.
      void askRelogin();
      return;
    }
    tries = heardAt - began > HOLDS_MS ? 0 : tries + 1;
    knownAt = Math.max(knownAt, heardAt);
    const wait = Math.max(awayMs, Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** tries));
    if (Date.now() + wait - knownAt > PATIENCE_MS) {
      hear(NEWS);
      knownAt = Date.now();
    }
    await pause(wait * (0.5 + Math.random()), signal);
  }
}

/** How a line came to its end: last heard of, 0 for never; the token is dead; a pause is asked for. */
type End = { heardAt: number; isRefused: boolean; awayMs: number };

async function listen(token: string, hear: Hear, signal: AbortSignal): Promise<End> {
  const end: End = { heardAt: 0, isRefused: false, awayMs: 0 };
  const line = new AbortController();
  const hangUp = () => line.abort();
  const began = Date.now();
  // By the clock on the wall: a machine that has slept was silent, though its timers stood still.
  const watch = window.setInterval(() => {
    if (Date.now() - Math.max(began, end.heardAt) > SILENT_MS) hangUp();
  }, LOOK_MS);
  signal.addEventListener("abort", hangUp);
  window.addEventListener("online", hangUp);
  try {
    const answer = await fetch(STREAM, {
      headers: { authorization: `Bearer ${token}` },
      signal: line.signal,
    });
    if (!answer.headers.get("content-type")?.startsWith("text/event-stream")) {
      const { code } = (await answer.json()) as { code?: number };
      return { ...end, isRefused: code === 401 };
    }
    const reader = answer.body?.getReader();
    const decoder = new TextDecoder();
    for (let rest = ""; reader; ) {
      const { done, value } = await reader.read();
      if (done) break;
      end.heardAt = Date.now();
      const lines = (rest + decoder.decode(value, { stream: true })).split("\n");
      rest = lines.pop() ?? "";
      for (const each of lines) {
        if (each.startsWith("data: ")) hear(newsOf(each.slice(6)));
        if (each.startsWith("retry: ")) end.awayMs = Number(each.slice(7)) || 0;
      }
    }
  } catch {
    // Nobody answered, or the line broke: the next try will tell.
  } finally {
    window.clearInterval(watch);
    window.removeEventListener("online", hangUp);
    signal.removeEventListener("abort", hangUp);
  }
  return end;
}

/** Over early when the network is back, or nobody looks any more. */
const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const go = () => {
      window.clearTimeout(timer);
      window.removeEventListener("online", go);
      signal.removeEventListener("abort", go);
      resolve();
    };
    const timer = window.setTimeout(go, ms);
    window.addEventListener("online", go);
    signal.addEventListener("abort", go);
  });
