import { useCallback, useEffect, useRef, useState } from "react";
import { callApi, errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";
import { refreshUnread } from "#src/site/session/unread.ts";

export type OwnMessage = {
  id: number;
  title: string;
  content: string;
  link: string;
  isRead: boolean;
  createTime: string;
};

type Answer = { rows: OwnMessage[]; total: number };

const PATH = "/api/bll/message";
const PAGE = 20;

/** The messages of one who is logged in, page by page, and what can be done with them. */
export function useMessages(userId: number, isUnread: boolean) {
  const [rows, setRows] = useState<readonly OwnMessage[]>();
  const [hasMore, setMore] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** Answers to an earlier question are not shown. */
  const asked = useRef(0);

  const load = useCallback(
    async (before?: number) => {
      const mine = ++asked.current;
      setProblem(undefined);
      try {
        const query = { before, pageSize: PAGE, unread: isUnread ? 1 : undefined };
        const answer = await callAsMember<Answer>(userId, "GET", `${PATH}/list`, { query });
        if (mine !== asked.current) return;
        setMore(answer.total > answer.rows.length);
        setRows((now = []) => [...(before === undefined ? [] : now), ...answer.rows]);
      } catch (error) {
        if (mine === asked.current) setProblem(errorText(error));
      }
    },
    [userId, isUnread],
  );
  useEffect(() => {
    setRows(undefined);
    void load();
  }, [load]);

  const act = async (work: () => Promise<unknown>): Promise<boolean> => {
    if (isBusy) return false;
    setBusy(true);
    setProblem(undefined);
    try {
      await work();
      void refreshUnread();
      return true;
    } catch (error) {
      setProblem(errorText(error));
      return false;
    } finally {
      setBusy(false);
    }
  };
  const read = (ids: readonly number[]) =>
    setRows((now) => now?.map((row) => (ids.includes(row.id) ? { ...row, isRead: true } : row)));

  return {
    rows,
    hasMore,
    problem,
    isBusy,
    reload: () => load(),
    more: () => load(rows?.at(-1)?.id),
    /** Quiet: who opens a message need not hear that this could not be noted. */
    async markRead(row: OwnMessage) {
      if (row.isRead) return;
      read([row.id]);
      await callApi("PUT", `${PATH}/read/${row.id}`).catch(() => undefined);
      void refreshUnread();
    },
    markAllRead: () =>
      act(async () => {
        const upTo = Math.max(0, ...(rows ?? []).map(({ id }) => id));
        await callAsMember(userId, "PUT", `${PATH}/readAll`, { body: { upTo } });
        read((rows ?? []).map(({ id }) => id));
      }),
    remove: (row: OwnMessage) =>
      act(async () => {
        await callAsMember(userId, "DELETE", `${PATH}/${row.id}`);
        setRows((now) => now?.filter(({ id }) => id !== row.id));
      }),
  };
}
