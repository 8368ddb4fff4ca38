import { pictureSources } from "../upload/picture-widths.ts";

/** The column of an article's text (site/reading): 648 wide, on a phone the screen less its margins. */
const SIZES = "(max-width: 680px) calc(100vw - 32px), 648px";

/**
 * Offers stored pictures of an article in the widths that the reader's screen needs, beside the picture
 * itself. Needs `width` on the `<img>`, as the editor writes it: what is not known is not promised.
 */
export const dressPictures = (html: string): string =>
  html.replace(/<img ([^>]*)>/g, (tag, attributes: string) => {
    const src = /(?:^| )src="([^"]*)"/.exec(attributes)?.[1];
    const width = Number(/(?:^| )width="(\d+)"/.exec(attributes)?.[1]);
    const sources = src && width > 0 ? pictureSources(src, width) : [];
    if (sources.length === 0) return tag;
    const offered = sources.map(
      ({ type, srcSet }) => `<source type="${type}" srcset="${srcSet}" sizes="${SIZES}">`,
    );
    return `<picture>${offered.join("")}${tag}</picture>`;
  });
