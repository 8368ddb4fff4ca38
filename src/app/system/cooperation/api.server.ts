import { Type } from "typebox";
import { table, tableSchema } from "#src/server/http/reply.ts";
import type { Slice } from "#src/server/start/context.ts";
import { cooperatingBodies } from "./service.server.ts";

const row = Type.Object({
  id: Type.Integer(),
  linkName: Type.String(),
  linkUrl: Type.String(),
  logo: Type.String(),
});

const slice: Slice = (app, context) => {
  app.get(
    "/prod-api/system/cooperation/list",
    { config: { access: "public" }, schema: { response: tableSchema(row) } },
    async () => {
      const rows = await cooperatingBodies(context);
      return table(rows, rows.length);
    },
  );
};

export default slice;
