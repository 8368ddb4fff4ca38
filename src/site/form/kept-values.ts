import { useEffect } from "react";
import { useVisitor } from "../session/session.ts";

type Values = Record<string, string>;

const keyOf = (form: string, userId: number) => `typed:${form}:${userId}`;

/**
 * What somebody had typed into a form when they went elsewhere to log in again. `form` names it.
 */
export function readKept(form: string, userId: number): Values {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(form, userId)) ?? "{}");
    return Object.fromEntries(
      Object.entries(kept ?? {}).filter((each) => typeof each[1] === "string"),
    );
  } catch {
    return {};
  }
}

/**
 * Keeps the values of a form in this browser tab while its session has ended: a phone may throw the page
 * away while one reads the message with the code, and the header leads to the log-in page. With a living
 * session nothing is kept. Storage may be forbidden; then only the page itself keeps them.
 */
export function useKept(form: string, userId: number, values: Values): void {
  const hasEnded = useVisitor().state === "guest";
  const text = JSON.stringify(values);
  useEffect(() => {
    try {
      if (hasEnded) sessionStorage.setItem(keyOf(form, userId), text);
      else sessionStorage.removeItem(keyOf(form, userId));
    } catch {
      // Nothing to do: the page itself still has them.
    }
  }, [form, userId, hasEnded, text]);
}
