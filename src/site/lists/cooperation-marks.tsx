import type { ReactElement } from "react";

/** Path data of the six line marks on a grid of 28. */
const MARKS = {
  house: "M3.5 12.5C8.5 11 12 8 14 4c2 4 5.5 7 10.5 8.5M6.5 12v12h15V12M11 24v-7.5h6V24",
  tree: "M14 24.5v-13M14 17.5c-3.6 0-6-2.2-6-5.7 3.6 0 6 2.2 6 5.7ZM14 14c0-3.6 2.2-6 5.8-6 0 3.6-2.2 6-5.8 6ZM25 14a11 11 0 1 1-22 0 11 11 0 0 1 22 0Z",
  book: "M14 7.5C11.5 5.8 8.5 5 4 5v16.5c4.5 0 7.5.8 10 2.5 2.5-1.7 5.5-2.5 10-2.5V5c-4.5 0-7.5.8-10 2.5ZM14 7.5V24",
  hexagon: "M14 3l9.5 5.5v11L14 25l-9.5-5.5v-11ZM14 9.2l4.2 2.4v4.8L14 18.8l-4.2-2.4v-4.8Z",
  waves:
    "M3 9.5c3.7-3.6 7.3-3.6 11 0s7.3 3.6 11 0M3 15c3.7-3.6 7.3-3.6 11 0s7.3 3.6 11 0M3 20.5c3.7-3.6 7.3-3.6 11 0s7.3 3.6 11 0",
  leaf: "M14 25V9M14 25C6 21 4.5 12 14 3c9.5 9 8 18 0 22ZM14 20l4.5-4.5M14 20l-4.5-4.5M14 14.5l3.5-3.5M14 14.5L10.5 11",
} as const;

export type CooperationMarkName = keyof typeof MARKS;

export const COOPERATION_MARKS = Object.keys(MARKS) as CooperationMarkName[];

interface CooperationMarkProps {
  readonly name: CooperationMarkName;
  /** Side in CSS pixels, 28 unless told. */
  readonly size?: number;
}

/** The small line mark of a cooperating body, in the colour of the text. */
export function CooperationMark({ name, size = 28 }: CooperationMarkProps): ReactElement {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 28 28"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={MARKS[name]} />
    </svg>
  );
}
