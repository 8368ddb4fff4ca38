import type { ReactElement } from "react";
import { TileDrawing } from "../../site/drawings/tile-drawing.tsx";
import { SectionHead } from "../../site/lists/section-head.tsx";
import { outside } from "../../site/shell/main-menu.tsx";
import type { Tile } from "../tile/service.server.ts";

/** One joined grid of tiles. */
export default function ServiceTiles({ tiles }: { readonly tiles: readonly Tile[] }): ReactElement {
  return (
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
  );
}
