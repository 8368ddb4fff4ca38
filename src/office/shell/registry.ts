import { type ComponentType, createElement, type LazyExoticComponent, lazy } from "react";
import type { RegularEntity } from "../../lib/fields/entity.ts";

type PageModule = { default: ComponentType };

// The only door to pages: a menu row can name nothing that is not here.
const loaders = import.meta.glob<PageModule>("../../app/**/office.tsx");
const entities = import.meta.glob<RegularEntity>("../../app/**/entity.ts", { import: "ENTITY" });

const keyOf = (file: string) => file.replace(/^.*\/app\//, "").replace(/\/[^/]+$/, "");

/** The page of an entity that has none of its own. */
const regularPage = (load: () => Promise<RegularEntity>) => async (): Promise<PageModule> => {
  const [entity, { RegularPage }] = await Promise.all([
    load(),
    import("../fields/regular-page.tsx"),
  ]);
  return { default: () => createElement(RegularPage, { entity }) };
};

const found = new Map([
  ...Object.entries(entities).map(([file, load]) => [keyOf(file), regularPage(load)] as const),
  ...Object.entries(loaders).map(([file, load]) => [keyOf(file), load] as const),
]);
const pages = new Map<string, LazyExoticComponent<ComponentType>>();

/** Whether a menu row's component (see pageKey) has a page. */
export const hasPage = (key: string): boolean => found.has(key);

/** The page of a key, loaded when it is first shown; undefined for an unknown key. */
export function pageOf(key: string): LazyExoticComponent<ComponentType> | undefined {
  const load = found.get(key);
  if (!load) return undefined;
  const known = pages.get(key);
  if (known) return known;
  const made = lazy(() =>
    load().catch((error: unknown) => {
      // The next try must not get the failure that React keeps.
      pages.delete(key);
      throw error;
    }),
  );
  pages.set(key, made);
  return made;
}
