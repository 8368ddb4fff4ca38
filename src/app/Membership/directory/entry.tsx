import type { ReactElement } from "react";
import { ExternalIcon } from "#src/site/drawings/icons.tsx";
import type { DirectoryEntry } from "./found.server.ts";

/** The name of a host, as people know it. */
const hostOf = (website: string): string => new URL(website).hostname.replace(/^www\./, "");

/** One member as anybody may see it. */
export function Entry({ of: entry }: { readonly of: DirectoryEntry }): ReactElement {
  const { isUnit, name, level, region, website, logo, since, workUnit } = entry;
  const facts = isUnit ? [region, since && `${since} 年加入`] : [workUnit];
  return (
    <li>
      {logo ? (
        <img src={logo} alt="" width="56" height="56" loading="lazy" />
      ) : (
        <span className="directory-mark" aria-hidden="true">
          {Array.from(name)[0]}
        </span>
      )}
      <div>
        <h2>{name}</h2>
        <p>
          <strong>{level}</strong>
          {facts.filter(Boolean).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        {website ? (
          <a className="link" href={website} target="_blank" rel="nofollow noopener noreferrer">
            {hostOf(website)}
            <ExternalIcon size={14} />
          </a>
        ) : null}
      </div>
    </li>
  );
}
