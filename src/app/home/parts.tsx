import type { ReactElement } from "react";
import { Kept } from "../../site/shell/kept.tsx";
import type { Banner } from "../banner/service.server.ts";
import type { Tile } from "../tile/service.server.ts";
import Banners from "./banners.later.tsx";
import Cooperation, { type Body } from "./cooperation.later.tsx";
import ServiceTiles from "./service-tiles.later.tsx";

/** 首页横幅. */
export function BannerBand(props: { readonly banners: readonly Banner[] }): ReactElement | null {
  if (props.banners.length === 0) return null;
  return (
    <Kept as="section" className="banners wrap" aria-label="专题与活动">
      <Banners {...props} />
    </Kept>
  );
}

/** 办事与服务. */
export function ServicePart(props: { readonly tiles: readonly Tile[] }): ReactElement | null {
  if (props.tiles.length < 3) return null;
  return (
    <Kept as="section" className="band" aria-labelledby="service-title">
      <ServiceTiles {...props} />
    </Kept>
  );
}

/** 合作单位. */
export function CooperationPart(props: { readonly bodies: readonly Body[] }): ReactElement | null {
  if (props.bodies.length === 0) return null;
  return (
    <Kept as="section" className="cooperation wrap" aria-labelledby="cooperation-title">
      <Cooperation {...props} />
    </Kept>
  );
}
