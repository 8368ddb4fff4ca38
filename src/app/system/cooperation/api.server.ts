import { Type } from "typebox";
import type { Slice } from "../../../server/context.ts";
import { table, tableSchema } from "../../../server/reply.ts";
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
