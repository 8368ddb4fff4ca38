import type { ReactElement } from "react";
import { ChevronRightIcon, ExternalIcon } from "../drawings/icons.tsx";

interface SectionHeadProps {
  readonly title: string;
  /** id of the heading, for aria-labelledby. */
  readonly id?: string;
  /** Grey explanation after the title. */
  readonly note?: string;
  readonly link?: { readonly label: string; readonly href: string; readonly isExternal?: boolean };
}

/** The ink rule, the serif title, an explanation, and a link at the right end. */
export function SectionHead({ title, id, note, link }: SectionHeadProps): ReactElement {
  return (
    <div className="section-head">
      <h2 id={id}>{title}</h2>
      {note ? <p className="section-note">{note}</p> : null}
      {link ? (
        <a
          className="section-link link"
          href={link.href}
          {...(link.isExternal ? { target: "_blank", rel: "noopener noreferrer" } : {})}
        >
          {link.label}
          {link.isExternal ? <ExternalIcon size={16} /> : <ChevronRightIcon size={14} />}
        </a>
      ) : null}
    </div>
  );
}
