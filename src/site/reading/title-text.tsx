import type { ReactElement } from "react";
import { BREAK } from "../../lib/text/title-breaks.ts";

/** A headline that breaks between words; `broken` comes from lib/title-breaks, in the loader. */
export function TitleText({ broken }: { readonly broken: string }): ReactElement {
  const [first = "", ...rest] = broken.split(BREAK);
  return (
    <span className="title-text">
      {first}
      {rest.map((word, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: words repeat, and the list never changes
        <Word key={index} word={word} />
      ))}
    </span>
  );
}

function Word({ word }: { readonly word: string }) {
  return (
    <>
      <wbr />
      {word}
    </>
  );
}
