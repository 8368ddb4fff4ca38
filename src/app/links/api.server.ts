import { Type } from "typebox";
import { table, tableSchema } from "../../server/http/reply.ts";
import type { Slice } from "../../server/start/context.ts";
import { friendlyLinks } from "./service.server.ts";

const row = Type.Object({ id: Type.Integer(), linkName: Type.String(), linkUrl: Type.String() });

const slice: Slice = (app, context) => {
  // Two calls give the same rows (wire 2.14).
  for (const name of ["list", "friendList"]) {
    app.get(
      `/prod-api/api/bll/links/${name}`,
      { config: { access: "public" }, schema: { response: tableSchema(row) } },
      async () => {
        const rows = await friendlyLinks(context);
        return table(rows, rows.length);
      },
    );
  }
};

export default slice;
