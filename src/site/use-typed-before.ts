import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * For a field whose text is state: a page can be read, and written in, seconds before its scripts are
 * there. What stands in the field then is taken over; else the next rendering would wipe it.
 */
export function useTypedBefore(
  value: string,
  onTyped: (typed: string) => void,
): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes the page over
  useLayoutEffect(() => {
    const typed = input.current?.value ?? value;
    if (typed !== value) onTyped(typed);
  }, []);
  return input;
}
