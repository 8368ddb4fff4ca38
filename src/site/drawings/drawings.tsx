import type { ReactElement, ReactNode } from "react";

const PAPER = "#c9c1b1";
const BLUE = "#0a5fbf";
const VERMILION = "#c23a22";

function Drawing({ children }: { readonly children: ReactNode }): ReactElement {
  return (
    <svg
      width={120}
      height={100}
      viewBox="0 0 120 100"
      fill="none"
      stroke={PAPER}
      strokeWidth={1.6}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {children}
    </svg>
  );
}

/** Nothing was found: the roof is lifted off the rings, and the heart is not there. */
export function NothingFound(): ReactElement {
  return (
    <Drawing>
      <path d="M60 43c8.5-.5 16 4 17 11.5s-6 15-16 15.5-17.5-6-17.5-13.5S51 43.5 60 43Z" />
      <path d="M60 51c5-.5 9 2 9.5 5.5s-3.5 7.5-9 7.5-9-3-9-6.5 3.5-6 8.5-6.5Z" />
      <path d="M32.5 38c-3.5 5.5-5 11.5-4.5 18.5 1 16 14.5 28.5 32.5 28S93 71.5 92.5 54c-.2-6-2-11.5-5-16" />
      <path
        d="M41.5 41c-4.5 4-6.5 9.5-6 15.5 1 12 11.5 21 25 20.5s24.5-9.5 24-22.5c-.2-5.5-2.5-10-6-13.5"
        strokeWidth={2.6}
      />
      <path d="M6 33C26 29.5 48 22 60 8c12 14 34 21.5 54 25" stroke={BLUE} strokeWidth={2.6} />
    </Drawing>
  );
}

/** Loading failed: a lattice window with a crack through it. */
export function LoadingFailed(): ReactElement {
  return (
    <Drawing>
      <path d="M24 66V14h54M96 32v54H42" strokeWidth={2.4} />
      <path d="M24 26h44M68 14v12M36 26v29M24 38h12M46 14v12M48 26v17M48 38h12M36 50h6M60 26v6" />
      <path d="M96 74H52M52 86V74M84 74V45M96 62H84M74 86V74M72 74V57M72 62H60M84 50h-6M60 74v-6" />
      <path d="M10 92l42-35-3-9L110 8" stroke={VERMILION} strokeWidth={2.4} />
    </Drawing>
  );
}

/** Nothing yet: roofs in the distance, and one being drawn. */
export function NothingYet(): ReactElement {
  return (
    <Drawing>
      <path d="M8 42c9-1.5 16-6 21-14 5 8 12 12.5 21 14M13.5 44v20M44.5 44v5M10 44h38" />
      <path d="M62 38c10-1.5 18-6.5 23-15 5 8.5 13 13.5 23 15M68 40v9M102 40v24M64 40h42" />
      <path d="M90 86V66M30 86V66M8 86h22M90 86h22" />
      <g stroke={BLUE} strokeWidth={2.2}>
        <path d="M20 64c18-2.5 32-9.5 40-22 8 12.5 22 19.5 40 22M24 66h72M30 66v20h60V66" />
        <path d="M53 86V74h14v12" strokeDasharray="3 4" />
      </g>
    </Drawing>
  );
}
