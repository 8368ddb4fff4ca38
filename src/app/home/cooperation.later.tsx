import type { ReactElement } from "react";
import {
  COOPERATION_MARKS,
  CooperationMark,
  type CooperationMarkName,
} from "../../site/lists/cooperation-marks.tsx";
import { SectionHead } from "../../site/lists/section-head.tsx";
import { outside } from "../../site/shell/main-menu.tsx";
import type { loadHome } from "./service.server.ts";

export type Body = Awaited<ReturnType<typeof loadHome>>["bodies"][number];

const markOf = (logo: string): CooperationMarkName | undefined =>
  COOPERATION_MARKS.find((name) => logo === `mark:${name}`);

function Logo({ logo }: { readonly logo: string }): ReactElement | null {
  const mark = markOf(logo);
  if (mark) return <CooperationMark name={mark} size={32} />;
  if (!logo || logo.startsWith("mark:")) return null;
  return <img src={`/prod-api${logo}`} alt="" width={120} height={40} loading="lazy" />;
}

/** Marks and names, linked where there is an address. */
export default function Cooperation({ bodies }: { readonly bodies: readonly Body[] }) {
  return (
    <>
      <SectionHead id="cooperation-title" title="合作单位" />
      <ul>
        {bodies.map(({ id, linkName, linkUrl, logo }) => (
          <li key={id}>
            {linkUrl ? (
              <a href={linkUrl} {...outside}>
                <Logo logo={logo} />
                {linkName}
              </a>
            ) : (
              <span>
                <Logo logo={logo} />
                {linkName}
              </span>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}
