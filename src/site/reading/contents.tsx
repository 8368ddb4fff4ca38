import { type ReactElement, useEffect, useState } from "react";

interface ContentsProps {
  readonly entries: readonly { readonly id: string; readonly text: string }[];
}

/** 本文目录: the part being read is marked while one scrolls. */
export function Contents({ entries }: ContentsProps): ReactElement | null {
  const [here, setHere] = useState<string>();
  useEffect(() => {
    const heads = entries.flatMap(({ id }) => document.getElementById(id) ?? []);
    if (heads.length === 0) return;
    // A part is being read from the moment its heading has passed the upper third.
    const watch = new IntersectionObserver(
      () => {
        const line = window.innerHeight / 3;
        const passed = heads.filter((head) => head.getBoundingClientRect().top < line);
        setHere(passed.at(-1)?.id ?? heads[0]?.id);
      },
      { rootMargin: "0px 0px -66% 0px", threshold: [0, 1] },
    );
    for (const head of heads) watch.observe(head);
    return () => watch.disconnect();
  }, [entries]);
  if (entries.length < 2) return null;
  return (
    <nav className="article-contents" aria-label="本文目录">
      <h2>本文目录</h2>
      <ul>
        {entries.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} aria-current={here === id ? "true" : undefined}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
