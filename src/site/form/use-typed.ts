import { useEffect, useState } from "react";
import { type Form, useForm } from "./use-form.ts";

// What somebody types, or uploads, stays in this tab of the browser until it is handed in: links lead elsewhere, and a
// phone throws pages away. Nothing of it stays when the tab is closed.

const keyOf = (name: string) => `typing:${name}`;

/** Links to private files hold for ten minutes. */
const LINK_MS = 9 * 60_000;

function read(name: string): Record<string, unknown> {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keyOf(name)) ?? "{}");
    return typeof kept === "object" && kept !== null ? (kept as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function write(name: string, kept: Record<string, unknown>): void {
  try {
    if (Object.keys(kept).length > 0) sessionStorage.setItem(keyOf(name), JSON.stringify(kept));
    else sessionStorage.removeItem(keyOf(name));
  } catch {
    // Storage is forbidden: then only the page itself has it.
  }
}

/** Whether something was typed under this name, or uploaded for it, and not handed in yet. */
export const hasTyped = (name: string): boolean =>
  [name, `${name}:files`].some((each) => Object.keys(read(each)).length > 0);

/** Forgets what was typed: it was handed in, or given up. */
export const forgetTyped = (name: string): void => {
  for (const each of [name, `${name}:files`]) write(each, {});
};

/**
 * A form whose texts are there again after the page was left. `name` tells forms, records and people apart. What
 * was not touched keeps to `initial`, which may have changed since. `secret`: fields that are kept nowhere.
 */
export function useTypedForm<V extends Record<string, string>>(
  name: string,
  initial: V,
  secret: readonly (keyof V & string)[] = [],
): Form<V> {
  const [begun] = useState(() => {
    const kept = Object.entries(read(name)).filter(
      ([field, value]) => field in initial && typeof value === "string",
    );
    return { ...initial, ...Object.fromEntries(kept) };
  });
  const form = useForm<V>(begun);
  const changed = Object.fromEntries(
    Object.entries(form.values).filter(
      ([field, value]) => value !== initial[field] && !secret.includes(field),
    ),
  );
  const text = JSON.stringify(changed);
  useEffect(() => write(name, JSON.parse(text) as Record<string, unknown>), [name, text]);
  return form;
}

export type TypedFiles = {
  /** Keys of what was uploaded. */
  files: string[];
  /** Addresses to look at it, as long as they hold. */
  links: Readonly<Record<string, string>>;
  change(files: string[], link?: readonly [key: string, url: string]): void;
};

/** The same of a form's uploads. */
export function useTypedFiles(name: string): TypedFiles {
  const key = `${name}:files`;
  const [kept, setKept] = useState(() => {
    const { files, links, at } = read(key);
    const isFresh = typeof at === "number" && Date.now() - at < LINK_MS;
    return {
      files: Array.isArray(files) ? files.map(String) : [],
      links: (isFresh ? links : {}) as Readonly<Record<string, string>>,
    };
  });
  return {
    ...kept,
    change(files, link) {
      const links = link ? { ...kept.links, [link[0]]: link[1] } : kept.links;
      setKept({ files, links });
      write(key, files.length > 0 ? { files, links, at: Date.now() } : {});
    },
  };
}
