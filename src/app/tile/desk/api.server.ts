import { asc } from "drizzle-orm";
import { crud } from "#src/server/crud/crud.ts";
import { fieldsOf } from "#src/server/fields/facts.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import type { Slice } from "#src/server/start/context.ts";
import { tile } from "../table.server.ts";
import { TILE } from "./fields.ts";

/** 服务入口: the tiles of the home page, of the page of entrances, and the six of the elder mode. */
const tileDesk: Slice = (app, context) => {
  crud(app, context, {
    path: "/api/bll/tile/desk",
    noun: "content:tile",
    table: tile,
    log: "服务入口",
    fields: fieldsOf(TILE),
    list: { like: ["tileName"], equals: ["status"], order: [asc(tile.orderNum)] },
    sheet: {
      name: "服务入口",
      columns: ["tileName", "note", "linkUrl", "orderNum", "status"],
    },
    hooks: {
      tags: ["site"],
      checkSave: (_tx, { isOnHome = true, isElder = false, isEntrance = false }) =>
        refuseFields({
          isOnHome:
            isOnHome || isElder || isEntrance
              ? undefined
              : "首页、长辈版和服务入口页至少选一处，不想显示请停用",
        }),
    },
  });
};

export default tileDesk;
