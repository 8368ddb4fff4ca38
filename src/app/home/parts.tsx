import type { ReactElement } from "react";
import { TileDrawing } from "../../site/drawings/tile-drawing.tsx";
import {
  COOPERATION_MARKS,
  CooperationMark,
  type CooperationMarkName,
} from "../../site/lists/cooperation-marks.tsx";
import { SectionHead } from "../../site/lists/section-head.tsx";
import type { Tile } from "../tile/service.server.ts";
import type { loadHome } from "./service.server.ts";

type Body = Awaited<ReturnType<typeof loadHome>>["bodies"][number];

const outside = { target: "_blank", rel: "noopener noreferrer" } as const;

/** 办事与服务: one joined grid of tiles. */
export function ServicePart({ tiles }: { readonly tiles: readonly Tile[] }): ReactElement | null {
  if (tiles.length < 3) return null;
  return (
    <section className="band" aria-labelledby="service-title">
      <div className="wrap">
        <SectionHead id="service-title" title="办事与服务" note="以下内容不用登录就能查看" />
        <ul className="service-tiles" data-count={tiles.length}>
          {tiles.map(({ label, note, href, icon, isExternal }) => (
            <li key={label}>
              <a href={href} {...(isExternal ? outside : {})}>
                <TileDrawing icon={icon} />
                <strong>{label}</strong>
                <span>{note}</span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

const markOf = (logo: string): CooperationMarkName | undefined =>
  COOPERATION_MARKS.find((name) => logo === `mark:${name}`);

function Logo({ logo }: { readonly logo: string }): ReactElement | null {
  const mark = markOf(logo);
  if (mark) return <CooperationMark name={mark} size={32} />;
  if (!logo || logo.startsWith("mark:")) return null;
  return <img src={`/prod-api${logo}`} alt="" width={120} height={40} loading="lazy" />;
}

/** 合作单位: marks and names, linked where there is an address. */
export function CooperationPart({ bodies }: { readonly bodies: readonly Body[] }) {
  if (bodies.length === 0) return null;
  return (
    <section className="cooperation wrap" aria-labelledby="cooperation-title">
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
    </section>
  );
}
