import { useState } from "react";
import { MAX_DOOR } from "#src/lib/activity/door.ts";

const KEY = "door-name";

function kept(): string {
  try {
    return (localStorage.getItem(KEY) ?? "").slice(0, MAX_DOOR);
  } catch {
    return "";
  }
}

/** The name of the door where this device stands. It is typed once; storage may be forbidden. */
export function useDoorName(): [name: string, keep: (name: string) => void] {
  const [name, setName] = useState(kept);
  const keep = (given: string) => {
    setName(given);
    try {
      localStorage.setItem(KEY, given);
    } catch {
      // Nothing to do: it is asked for again with the next page.
    }
  };
  return [name, keep];
}
