import { useEffect, useState } from "react";
import { readToken } from "#src/site/session/token.ts";
import { keptGuard } from "./store.ts";

const SIGNS = 8;

/** What ties a kept person to one log-in; the token itself stays in its cookie alone. */
export const tokenEnd = (): string => readToken()?.slice(-SIGNS) ?? "";

type Person = { userId: number; userName: string; nickName: string; avatar: string };

/** Who stood here with this log-in when the server could last be asked; undefined for nobody. */
export function useStandIn(): Person | "reading" | undefined {
  const [person, setPerson] = useState<Person | "reading" | undefined>("reading");
  useEffect(() => {
    let isGone = false;
    void keptGuard().then((guard) => {
      if (isGone) return;
      const isSame = guard !== undefined && guard.tokenEnd === tokenEnd() && guard.tokenEnd !== "";
      setPerson(isSame ? { ...guard, avatar: "" } : undefined);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return person;
}
