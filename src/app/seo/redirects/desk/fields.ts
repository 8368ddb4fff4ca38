import { MAX_ADDRESS } from "#src/lib/address/site-address.ts";
import { REMARK, type RowOf } from "#src/lib/fields/facts.ts";

/** The old address and the way have readers of their own (api.server.ts). */
export const REDIRECT = {
  fromPath: {
    kind: "text",
    label: "旧地址",
    max: MAX_ADDRESS,
    isRequired: true,
    rule: "本站路径，带上参数，例如 /news/show.asp?id=12",
  },
  toPath: { kind: "address", label: "新地址", isRequired: true },
  code: { kind: "whole", label: "方式", rule: "永久：搜索引擎改记新地址；暂时：仍记旧地址" },
  remark: REMARK,
} as const;

/** What a redirect came from. */
export const ORIGINS: Readonly<Record<string, string>> = {
  manual: "手工",
  merge: "栏目合并",
  move: "栏目移动",
};

export type Redirect = RowOf<typeof REDIRECT, "id"> & {
  origin: string;
  hits: number;
  lastHitAt: string | null;
};
