import type { ReactElement } from "react";
import { pictureSources } from "../../lib/upload/picture-widths.ts";

/** Drawn covers repeat after this number of articles of a category: few files, all of them cached. */
const SEEDS = 12;

interface CoverProps {
  readonly articleId: number;
  /** Path of a picture; empty: the category's drawing. */
  readonly cover: string;
  readonly motif: string;
  readonly palette: string;
  /** Text of the slip 题签, best two to four characters. */
  readonly label?: string;
  /** Size in CSS pixels; the picture fills the width it is given and keeps the ratio. */
  readonly width: number;
  readonly height: number;
  /** Loaded at once instead of when it comes into view. */
  readonly priority?: boolean;
}

/** Address of an article's picture: its own or the drawing of its category. */
function coverUrl(of: Pick<CoverProps, "articleId" | "cover" | "motif" | "palette">): string {
  if (of.cover) return of.cover;
  return `/art/cover/${of.motif}-${of.palette}-${of.articleId % SEEDS}.svg`;
}

/** A picture as decoration beside its title, with the vertical slip of the category. */
export function Cover(props: CoverProps): ReactElement {
  const { label, width, height, priority } = props;
  const src = coverUrl(props);
  return (
    <span className="cover" style={{ aspectRatio: `${width} / ${height}` }}>
      <picture>
        {/* The place has a size of its own, so the picture's need not be known. */}
        {pictureSources(src).map(({ type, srcSet }) => (
          <source key={type} type={type} srcSet={srcSet} sizes={`${width}px`} />
        ))}
        <img
          src={src}
          alt=""
          width={width}
          height={height}
          loading={priority ? "eager" : "lazy"}
          fetchPriority={priority ? "high" : "auto"}
          decoding="async"
        />
      </picture>
      {label ? (
        <span className="cover-slip" data-palette={props.palette} aria-hidden="true">
          {label}
        </span>
      ) : null}
    </span>
  );
}
