import { Type } from "typebox";
import { RowId } from "#src/lib/wire.ts";

/** Whom a notice of dues goes to, and what it says. */
export const Notice = (most: number) =>
  Type.Object({
    ids: Type.Array(RowId, { minItems: 1, maxItems: most, title: "会员" }),
    text: Type.String({ default: "", title: "通知内容" }),
  });
