import type { ReactElement } from "react";
import {
  ServiceAcademic,
  ServiceConsult,
  ServiceDeclare,
  ServiceDownload,
  ServiceGuide,
  ServiceJoin,
  ServiceJournal,
  ServiceNews,
  ServiceNotice,
  ServiceSearch,
  ServiceSite,
  ServiceTraining,
} from "./service-icons.tsx";
import type { TileIcon } from "./tile-icons.ts";

const ICONS = {
  news: ServiceNews,
  notice: ServiceNotice,
  guide: ServiceGuide,
  join: ServiceJoin,
  journal: ServiceJournal,
  download: ServiceDownload,
  training: ServiceTraining,
  declare: ServiceDeclare,
  consult: ServiceConsult,
  academic: ServiceAcademic,
  search: ServiceSearch,
  site: ServiceSite,
} as const satisfies Record<TileIcon, unknown>;

/** `tint` is the colour of the filled plane. */
export function TileDrawing(props: {
  readonly icon: TileIcon;
  readonly size?: number;
  readonly tint?: string;
}): ReactElement {
  const { icon, ...rest } = props;
  const Drawing = ICONS[icon];
  return <Drawing {...rest} />;
}
