import { useCallback, useEffect, useState } from "react";
import { errorText } from "#src/site/session/http.ts";
import { callAsMember } from "#src/site/session/member-session.ts";

/** What a call answers this person; `again` asks once more and keeps what is shown meanwhile. */
export function useRead<T>(userId: number, path: string) {
  const [data, setData] = useState<T>();
  const [problem, setProblem] = useState("");
  const again = useCallback(async (): Promise<void> => {
    try {
      const answer = await callAsMember<{ data: T }>(userId, "GET", path);
      setData(answer.data);
      setProblem("");
    } catch (error) {
      setProblem(errorText(error));
    }
  }, [userId, path]);
  useEffect(() => {
    void again();
  }, [again]);
  return { data, problem, again };
}

export type Read = Pick<ReturnType<typeof useRead>, "problem" | "again">;
