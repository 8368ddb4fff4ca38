import type { ReactElement } from "react";
import { TileDrawing } from "../../site/drawings/tile-drawing.tsx";
import type { Tile } from "../tile/service.server.ts";

/** Six large tiles. */
export default function ElderTiles({ tiles }: { readonly tiles: readonly Tile[] }): ReactElement {
  return (
    <ul className="elder-tiles">
      {tiles.map(({ label, note, href, icon, isExternal }) => (
        <li key={label}>
          <a href={href} {...(isExternal ? { target: "_blank", rel: "noopener" } : {})}>
            <span className="elder-tile-icon">
              <TileDrawing icon={icon} size={52} tint="#3d6ba5" />
            </span>
            <span className="elder-tile-words">
              <strong>{label}</strong>
              {note}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
