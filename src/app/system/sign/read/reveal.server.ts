import { eq } from "drizzle-orm";
import { reachOf } from "#src/app/system/reach/service.server.ts";
import { STATE_CODES } from "#src/lib/membership/sign-life.ts";
import { revealing } from "#src/server/crud/revealing.ts";
import type { Slice } from "#src/server/start/context.ts";
import { openIdentity } from "../identity/service.server.ts";
import type { Sign } from "../model/rights.server.ts";
import { sign } from "../table.server.ts";

const REVEAL = "member:sign:reveal";

/** Where a masked value stands in the form: a field, or a part of the one row that a field holds. */
const PLACES = {
  phone: ["phone"],
  email: ["email"],
  repPhone: ["rep", "phone"],
  contactPhone: ["contact", "phone"],
  contactEmail: ["contact", "email"],
} as const;

const FIELDS = {
  idNo: "证件号码",
  phone: "手机号码",
  email: "邮箱",
  repPhone: "会员代表手机号码",
  contactPhone: "联系人手机号码",
  contactEmail: "联系人邮箱",
} as const;

function textAt({ form }: Sign, [name, part]: readonly [string, string?]): string {
  const value = form[name];
  if (part === undefined) return typeof value === "string" ? value : "";
  const [row] = Array.isArray(value) ? value : [];
  return typeof row === "object" && row !== null ? (row[part] ?? "") : "";
}

/** A masked value of an application that was handed in; drafts are their owners' own. */
export const signReveal: Slice = (app, { db, env }) =>
  revealing(app, {
    path: "/api/system/sign",
    access: REVEAL,
    log: "会员申请",
    fields: FIELDS,
    read: async (account, id, field) => {
      const [row] = await db.select().from(sign).where(eq(sign.id, id));
      if (!row || row.state === STATE_CODES.draft) return undefined;
      const reach = await reachOf(db, account);
      if (!reach.covers(REVEAL, { ownerId: null, deptId: row.deptId })) return undefined;
      return field === "idNo"
        ? openIdentity(env.dataDir, row.idSealed)
        : textAt(row, PLACES[field]);
    },
  });
