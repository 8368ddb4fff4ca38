import type { ReactElement } from "react";
import type { IconProps } from "./icons.tsx";

/** `size` is 48 unless told; `tint` is the colour of the one filled plane. */
interface ServiceIconProps extends IconProps {
  readonly tint?: string;
}

type ServiceIcon = (props: ServiceIconProps) => ReactElement;

/** A circle as path data. */
function ring(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

interface TileProps extends ServiceIconProps {
  readonly plane: string;
  /** Parts of the path data of the lines. */
  readonly of: readonly string[];
}

/** A line icon on a grid of 48: a tinted `plane` under lines in the colour of the text. */
function Tile({ size = 48, className, tint = "#cfe5fb", plane, of }: TileProps): ReactElement {
  return (
    <svg
      className={className}
      width={size}
      height={size}
      viewBox="0 0 48 48"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      <path d={plane} fill={tint} stroke="none" />
      <path d={of.join("")} />
    </svg>
  );
}

/** 入会: a house whose door stands open. */
export const ServiceJoin: ServiceIcon = (props) => (
  <Tile
    {...props}
    plane="M20 28h8v13h-8Z"
    of={[
      "M5 22.5C13 20 20 15 24 7.5c4 7.5 11 12.5 19 15M11 21v20h26V21M20 41V28h8v13",
      ring(24, 20, 2.6),
    ]}
  />
);
/** 培训: a board on its stand. */
export const ServiceTraining: ServiceIcon = (props) => (
  <Tile
    {...props}
    plane="M28 15h8v11h-8Z"
    of={["M8 9h32v23H8ZM13 16h10M13 21h10M13 26h6M24 32v4M15 41l9-5 9 5"]}
  />
);
/** 申报: a form, ticked. */
export const ServiceDeclare: ServiceIcon = (props) => (
  <Tile
    {...props}
    plane="M29 7v8h8Z"
    of={["M29 7H11v34h26V15ZM29 7v8h8M17 18h7M17 24h13M17 33l3.5 3.5 6.5-7.5"]}
  />
);
/** 会刊: an open book. */
export const ServiceJournal: ServiceIcon = (props) => (
  <Tile
    {...props}
    plane="M24 13c4-3 9-4 16-4v27c-7 0-12 1-16 4Z"
    of={[
      "M24 13c-4-3-9-4-16-4v27c7 0 12 1 16 4 4-3 9-4 16-4V9c-7 0-12 1-16 4ZM24 13v27",
      "M13 16c2.5.2 4.5.7 6.5 1.5M13 22c2.5.2 4.5.7 6.5 1.5M13 28c2.5.2 4.5.7 6.5 1.5",
    ]}
  />
);
/** 咨询: two who talk. */
export const ServiceConsult: ServiceIcon = (props) => (
  <Tile
    {...props}
    plane="M35 17h6v17h-5v7l-7-7h-8v-4h14Z"
    of={["M7 8h24v17H18l-6 6v-6H7ZM13 14h12M13 19h7M35 17h6v17h-5v7l-7-7h-8"]}
  />
);
/** 官网: a web page. */
export const ServiceSite: ServiceIcon = (props) => (
  <Tile
    {...props}
    plane="M27 23h9v10h-9Z"
    of={["M6 9h36v30H6ZM6 17h36M12 24h10M12 32h6M11 13h.1M16 13h.1"]}
  />
);
/** 搜索 */
export const ServiceSearch: ServiceIcon = (props) => (
  <Tile
    {...props}
    plane={ring(21, 21, 13)}
    of={[ring(21, 21, 13), "M30.5 30.5L41 41M15 18h12M15 24h7"]}
  />
);
/** 新闻: a newspaper. */
export const ServiceNews: ServiceIcon = (props) => (
  <Tile
    {...props}
    plane="M12 15h9v9h-9Z"
    of={[
      "M34 35V9H7v26a4 4 0 0 0 4 4h26a4 4 0 0 0 4-4V17h-7v18a3.5 3.5 0 0 0 3.5 4",
      "M12 15h9v9h-9ZM26 16h3M26 23h3M12 31h17",
    ]}
  />
);
/** 公告: a megaphone. */
export const ServiceNotice: ServiceIcon = (props) => (
  <Tile
    {...props}
    plane="M15 18l17-8v27l-17-8Z"
    of={["M32 10v27l-17-8H8V18h7ZM15 18v11M16 29.5l2.5 10H24l-2-7.2M37 18.5a7 7 0 0 1 0 10"]}
  />
);
/** 指导: a compass. */
export const ServiceGuide: ServiceIcon = (props) => (
  <Tile
    {...props}
    plane="M32 16l-4.5 11.5L16 32l4.5-11.5Z"
    of={[ring(24, 24, 17), "M32 16l-4.5 11.5L16 32l4.5-11.5ZM24 7v3M24 38v3M7 24h3M38 24h3"]}
  />
);
/** 学术: a scholar's cap. */
export const ServiceAcademic: ServiceIcon = (props) => (
  <Tile
    {...props}
    plane="M24 9l20 9.5L24 28 4 18.5Z"
    of={["M24 9l20 9.5L24 28 4 18.5ZM12 23v10c3 3.2 7 4.8 12 4.8S33 36.2 36 33V23M41 20.5V33"]}
  />
);
/** 下载: a box that takes an arrow. */
export const ServiceDownload: ServiceIcon = (props) => (
  <Tile
    {...props}
    plane="M8 31h32v9H8Z"
    of={["M24 7v18M16 18l8 8 8-8M14 31H8v9h32v-9h-6M33 35.5h1"]}
  />
);
