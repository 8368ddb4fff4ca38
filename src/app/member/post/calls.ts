import { call } from "#src/office/calls/http.ts";
import type { PeriodRow } from "./wire.ts";

/** Below /prod-api. */
export const POSTS = "/api/bll/member/post";

export const periodsQuery = {
  queryKey: [POSTS, "period"],
  queryFn: async () =>
    (await call<{ data: PeriodRow[] }>("GET", `${POSTS}/period`, { isQuiet: true })).data,
};
