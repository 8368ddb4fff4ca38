import { useCallback, useEffect, useRef, useState } from "react";
import {
  type Check,
  dropPeople,
  dropSettled,
  onDoorChange,
  type Settled,
  settledOf,
  waitingChecks,
} from "./store.ts";
import { type Ended, type Sent, sendChecks } from "./sync.ts";

export type Noted = {
  /** What this account has still to send; of all activities. */
  waiting: Check[];
  /** How many other accounts have noted on this device. */
  ofOthers: number;
  /** What came of those that were sent without somebody looking on. */
  settled: Settled[];
  /** Nobody answered the last time. */
  isOffline: boolean;
  setOffline(isOffline: boolean): void;
  /** How the last sending ended. */
  ended: Ended;
  text: string;
  send(how: { isAttended: boolean; watched?: string }): Promise<Sent>;
  /** Somebody has read what came of them. */
  dismiss(): Promise<void>;
};

/** The check-ins that lie on this phone, and their way to the server. */
export function useNoted(userId: number): Noted {
  const [all, setAll] = useState<Check[]>([]);
  const [settled, setSettled] = useState<Settled[]>([]);
  const [isOffline, setOffline] = useState(() => !navigator.onLine);
  const [{ ended, text }, setLast] = useState<Pick<Sent, "ended" | "text">>({
    ended: "done",
    text: "",
  });
  const turn = useRef(0);

  useEffect(() => {
    const read = async () => {
      const mine = ++turn.current;
      const [checks, rows] = await Promise.all([waitingChecks(), settledOf(userId)]);
      // An earlier reading may come later.
      if (mine !== turn.current) return;
      setAll(checks);
      setSettled(rows);
    };
    void read();
    return onDoorChange(() => void read());
  }, [userId]);

  useEffect(() => {
    const lose = () => setOffline(true);
    window.addEventListener("offline", lose);
    return () => window.removeEventListener("offline", lose);
  }, []);

  const send = useCallback(
    async (how: { isAttended: boolean; watched?: string }) => {
      const sent = await sendChecks(userId, how);
      setLast(sent);
      // With nothing to send nobody was asked.
      const isAnswered = sent.outcomes.length > 0 || sent.ended !== "done";
      if (sent.ended === "lost") setOffline(true);
      else if (isAnswered) setOffline(false);
      if (sent.ended === "forbidden") await dropPeople();
      return sent;
    },
    [userId],
  );

  const waiting = all.filter((check) => check.userId === userId);
  return {
    waiting,
    ofOthers: all.length - waiting.length,
    settled,
    isOffline,
    setOffline,
    ended,
    text,
    send,
    dismiss: () => dropSettled(settled.map(({ uuid }) => uuid)),
  };
}
