import { Readable } from "node:stream";
import { and, asc, inArray, isNull } from "drizzle-orm";
import { Type } from "typebox";
import { parseId } from "#src/server/crud/ids.ts";
import { pdfDrawer } from "#src/server/documents/pdf/pdf-drawer.ts";
import { sendBytes } from "#src/server/files/sending.ts";
import { accountOf } from "#src/server/http/access.ts";
import { AppError } from "#src/server/http/errors.ts";
import { pathParts } from "#src/server/http/request-schemas.ts";
import type { Slice } from "#src/server/start/context.ts";
import { settings } from "../../system/config/service.server.ts";
import { reachOf } from "../../system/reach/service.server.ts";
import { member } from "../table.server.ts";
import { hasAddress, labelOf, namesOf } from "./service.server.ts";

const BASE = "/prod-api/api/bll/member/papers";
/** Labels of one file. */
const MOST_LABELS = 500;
/** What is printed for chosen members: product 5. */
const api: Slice = (app, context) => {
  const { db, env } = context;
  app.get(
    `${BASE}/labels/:ids`,
    {
      config: { access: "member:member:export", asksProof: true, log: ["会员名册", 5] },
      schema: {
        summary: "选中会员的通信地址标签（PDF，A4 每页 24 个）",
        params: pathParts("ids"),
        response: { 200: Type.Any() },
      },
    },
    async (request, reply) => {
      const ids = [...new Set(String(request.params.ids).split(",").map(parseId))];
      if (ids.length > MOST_LABELS) throw new AppError(`一次最多打印 ${MOST_LABELS} 位会员的标签`);
      const reach = await reachOf(db, accountOf(request));
      const rows = await db
        .select()
        .from(member)
        .where(
          and(
            inArray(member.id, ids),
            isNull(member.mergedInto),
            reach.where("member:member:export", { dept: member.deptId }),
          ),
        )
        .orderBy(asc(member.memberNo));
      if (rows.length === 0) throw new AppError("选中的会员不在您的数据范围内");
      const without = rows.filter((row) => !hasAddress(row));
      if (without.length > 0) {
        throw new AppError(`${namesOf(without)}会员没有通信地址，请先补充，或取消选择后再打印`);
      }
      const pdf = await pdfDrawer(env).draw("addressLabels", {
        society: (await settings(context)).get("site.name") ?? "",
        labels: await Promise.all(rows.map(labelOf)),
      });
      return sendBytes(
        reply,
        { size: pdf.length, stream: Readable.from([pdf]) },
        {
          mime: "application/pdf",
          name: "会员地址标签.pdf",
          isInline: false,
          cacheControl: "private, no-store",
        },
      );
    },
  );
};

export default api;
