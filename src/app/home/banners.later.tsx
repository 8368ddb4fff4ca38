import type { ReactElement } from "react";
import { COLOURS, PALETTES } from "../../lib/art/palette.ts";
import { ChevronRightIcon } from "../../site/drawings/icons.tsx";
import type { Banner } from "../banner/service.server.ts";

const isOutside = (href: string) => !href.startsWith("/");

/** Up to three beside each other. Nothing moves by itself, nothing is hidden. */
export default function Banners({ banners }: { readonly banners: readonly Banner[] }) {
  return (
    <ul data-count={banners.length}>
      {banners.map((banner) => (
        <li key={banner.id}>
          {banner.href ? (
            <a
              className="banner"
              href={banner.href}
              {...(isOutside(banner.href) ? { target: "_blank", rel: "noopener noreferrer" } : {})}
            >
              <Face banner={banner} />
            </a>
          ) : (
            <div className="banner">
              <Face banner={banner} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Face({ banner }: { readonly banner: Banner }): ReactElement {
  const { id, title, picture, alt, href } = banner;
  const palette = PALETTES[id % PALETTES.length] ?? "blue";
  const words = (
    <span className="banner-words">
      <strong>{title}</strong>
      {alt && !picture ? <span>{alt}</span> : null}
    </span>
  );
  if (picture) {
    return (
      <>
        <img
          src={`/prod-api${picture}`}
          alt={alt}
          width={1200}
          height={240}
          loading="lazy"
          decoding="async"
        />
        <span className="banner-caption">
          {words}
          {href ? <ChevronRightIcon size={16} /> : null}
        </span>
      </>
    );
  }
  const { bg, dark } = COLOURS[palette];
  return (
    <span
      className="banner-drawn"
      style={{ backgroundColor: bg, backgroundImage: `url(/art/head-${palette}.svg)`, color: dark }}
    >
      {words}
      {href ? <ChevronRightIcon size={16} /> : null}
    </span>
  );
}
