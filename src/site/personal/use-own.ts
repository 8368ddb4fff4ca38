import { useCallback, useEffect, useRef, useState } from "react";
import { errorText } from "../session/http.ts";
import { callAsMember } from "../session/member-session.ts";

/** What a call answers to one who is logged in; `problem` where it does not, and then what was known stays. */
export function useOwn<T>(userId: number, path: string) {
  const [answer, setAnswer] = useState<T>();
  const [problem, setProblem] = useState<string>();
  /** Answers to an earlier question are not shown. */
  const asked = useRef(0);
  const reload = useCallback(async () => {
    const mine = ++asked.current;
    try {
      const got = await callAsMember<T>(userId, "GET", path);
      if (mine !== asked.current) return;
      setAnswer(got);
      setProblem(undefined);
    } catch (error) {
      if (mine === asked.current) setProblem(errorText(error));
    }
  }, [userId, path]);
  useEffect(() => void reload(), [reload]);
  return { answer, problem, reload };
}
