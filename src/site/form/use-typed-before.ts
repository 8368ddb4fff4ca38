import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * For a field whose content is state: a page can be read, and written in, seconds before its scripts
 * are there. What stands in the field then (`read`) is taken over; else the next rendering would wipe
 * it.
 */
export function useTypedBefore<T>(
  value: T,
  read: (input: HTMLInputElement) => T,
  onTyped: (typed: T) => void,
): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when React takes the page over
  useLayoutEffect(() => {
    const typed = input.current ? read(input.current) : value;
    if (typed !== value) onTyped(typed);
  }, []);
  return input;
}

/** The text of a field. */
export const textOf = (input: HTMLInputElement): string => input.value;
