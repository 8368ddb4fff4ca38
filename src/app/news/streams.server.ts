import type { ServerResponse } from "node:http";
import { type Account, holds } from "../../server/http/access.ts";
import type { Context } from "../../server/start/context.ts";
import { accountsOfSessions } from "../login/session.server.ts";
import { type Address, NEWS, type News, personal, readNews } from "./service.server.ts";

/** News of so long go out as one: a bulk act is heard of once. */
const TOGETHER_MS = 250;
/** One a browser is what we ask for; without Web Locks it is one a window that is in sight. */
const MOST_OF_PERSON = 8;
/** `beatMs`: proxies close what is silent for a minute, pages after 45 seconds (office/header/news.ts). */
const LIMITS = { most: 2_000, beatMs: 20_000 };
/** How long a browser stays away that was sent away for another one of the same person. */
const AWAY_MS = 300_000;
/** The database could not be asked whether a session lives: it is asked again. */
const LOOK_AGAIN_MS = 5_000;

type Stream = {
  account: Account;
  response: ServerResponse;
  /** What is still to be said. */
  due: Set<News>;
  /** When its session may have ended by itself. */
  timer?: NodeJS.Timeout;
};

export type Streams = {
  /** False where there is no room for another one; nothing was answered then. */
  open(account: Account, response: ServerResponse): boolean;
};

const isConcerned = ({ account }: Stream, address: Address): boolean =>
  address === "staff" ||
  address === personal(account.userId) ||
  (address.includes(":") && holds(account, address));

const rightsOf = ({ account: { permissions } }: Stream): string =>
  [...permissions].toSorted().join(",");

/** Whoever may not call the other routes of staff hears nothing either. */
const mayListen = ({ isStaff, mustEnrol, mustChangePassword }: Account): boolean =>
  isStaff && !mustEnrol && !mustChangePassword;

/**
 * The streams of one process, each an answer that goes on: `data: notice,inbox` and an empty line. They
 * hold no connection of the database and ask it nothing, but for whether a session still lives when it
 * may have ended by itself.
 */
export function openStreams(
  { db, invalidation, stopping, log }: Pick<Context, "db" | "invalidation" | "stopping" | "log">,
  limits = LIMITS,
): Streams {
  const streams = new Set<Stream>();
  let telling: NodeJS.Timeout | undefined;
  let rightsLook: NodeJS.Timeout | undefined;

  const end = (stream: Stream, lastWords?: string) => {
    streams.delete(stream);
    clearTimeout(stream.timer);
    stream.response.end(lastWords);
  };

  const tell = () => {
    telling = undefined;
    for (const { due, response } of streams) {
      if (due.size === 0) continue;
      response.write(`data: ${[...due].join(",")}\n\n`);
      due.clear();
    }
  };
  const tellSoon = () => {
    telling ??= setTimeout(tell, TOGETHER_MS);
  };

  /** Looks whether the sessions still live, and what the people hold by now. */
  const look = async (some: Stream[]) => {
    const living = await accountsOfSessions(db, [
      ...new Set(some.map(({ account }) => account.sessionId)),
    ]).catch((error: unknown) => log.warn({ err: error }, "sessions of streams not read"));
    for (const stream of some) {
      if (!streams.has(stream)) continue;
      const { sessionId } = stream.account;
      const account = living?.find((each) => each.sessionId === sessionId);
      if (living && !(account && mayListen(account))) {
        end(stream);
        continue;
      }
      if (account) stream.account = account;
      const ms = account ? Math.ceil(account.secondsLeft * 1_000) : LOOK_AGAIN_MS;
      clearTimeout(stream.timer);
      stream.timer = setTimeout(() => void look([stream]), ms);
      stream.timer.unref();
    }
  };

  /** What waits for somebody depends on what they may do: who may do something else by now asks for it anew. */
  const lookAtRights = async () => {
    rightsLook = undefined;
    const before = [...streams].map((stream) => ({ stream, held: rightsOf(stream) }));
    await look(before.map(({ stream }) => stream));
    for (const { stream, held } of before) {
      if (rightsOf(stream) !== held) stream.due.add("inbox");
    }
    tellSoon();
  };

  invalidation.subscribe({
    drop(tags) {
      for (const tag of tags) {
        // A role is written in several steps, menus in many: they are looked at together.
        if (tag === "rights" && streams.size > 0) {
          rightsLook ??= setTimeout(() => void lookAtRights(), TOGETHER_MS);
        }
        const said = readNews(tag);
        for (const stream of streams) {
          if (tag === `session:${stream.account.sessionId}`) end(stream);
          else if (said && isConcerned(stream, said.address)) stream.due.add(said.news);
        }
        if (said) tellSoon();
      }
    },
    // Something may have gone unheard.
    clear() {
      if (streams.size === 0) return;
      for (const { due } of streams) for (const news of NEWS) due.add(news);
      tellSoon();
      void look([...streams]);
    },
  });

  const beat = setInterval(() => {
    for (const { response } of streams) response.write(":\n\n");
  }, limits.beatMs);
  beat.unref();
  stopping.addEventListener("abort", () => {
    clearInterval(beat);
    clearTimeout(telling);
    clearTimeout(rightsLook);
    for (const stream of streams) end(stream);
  });

  return {
    open(account, response) {
      if (streams.size >= limits.most) return false;
      response.writeHead(200, {
        "content-type": "text/event-stream",
        // nginx hands every piece on as it comes.
        "x-accel-buffering": "no",
        // What ends ends its connection too: a stop has nothing to wait for.
        connection: "close",
      });
      const stream: Stream = { account, response, due: new Set() };
      response.once("close", () => {
        streams.delete(stream);
        clearTimeout(stream.timer);
      });
      // A page that begins to listen does not know what came before.
      response.write(`data: ${NEWS.join(",")}\n\n`);
      if (stopping.aborted) {
        response.end();
        return true;
      }
      streams.add(stream);
      const mine = [...streams].filter((each) => each.account.userId === account.userId);
      const [oldest] = mine;
      if (oldest && mine.length > MOST_OF_PERSON) end(oldest, `retry: ${AWAY_MS}\n\n`);
      // The session was alive when the call came in: it may have ended since, unheard.
      void look([stream]);
      return true;
    },
  };
}
