import { pageSizeOf, wholeNumber } from "#src/lib/pager.ts";

export type DirectoryAddress = {
  name: string;
  region: string;
  kind: "" | "unit" | "person";
  pageNum: number;
  pageSize: number;
};

/** No unit has a longer name. */
const MAX_NAME = 100;

/** What the query asks for; what means nothing counts as absent. */
export function readAddress(query: URLSearchParams): DirectoryAddress {
  const region = query.get("region") ?? "";
  const kind = query.get("kind");
  return {
    name: (query.get("name") ?? "").replaceAll("\0", "").trim().slice(0, MAX_NAME),
    region: /^\d{6}$/.test(region) ? region : "",
    kind: kind === "unit" || kind === "person" ? kind : "",
    pageNum: wholeNumber(query.get("pageNum"), 1),
    pageSize: pageSizeOf(query.get("pageSize")),
  };
}

/** The address of a page of what was asked for. */
export function addressOf({ name, region, kind, pageNum, pageSize }: DirectoryAddress): string {
  const query = new URLSearchParams({
    ...(name ? { name } : {}),
    ...(region ? { region } : {}),
    ...(kind ? { kind } : {}),
    pageNum: String(pageNum),
    pageSize: String(pageSize),
  });
  return `/Membership/directory?${query}`;
}
