import { callApi } from "#src/site/session/http.ts";

export type Region = { code: string; name: string; children?: Region[] };

let loading: Promise<Region[]> | undefined;

/** The tree is asked for once a page, by the first that needs it. */
export function loadRegions(): Promise<Region[]> {
  loading ??= callApi<{ data: Region[] }>("GET", "/common/regions", { isToken: false }).then(
    ({ data }) => data,
    (error: unknown) => {
      loading = undefined;
      throw error;
    },
  );
  return loading;
}

/** The regions from the province down to the one of this code; none for a code that there is not. */
export function wayTo(regions: readonly Region[], code: string): Region[] {
  for (const region of regions) {
    if (region.code === code) return [region];
    const below = wayTo(region.children ?? [], code);
    if (below.length > 0) return [region, ...below];
  }
  return [];
}
