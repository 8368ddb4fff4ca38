import { asc } from "drizzle-orm";
import { crud } from "#src/server/crud/crud.ts";
import { address } from "#src/server/fields/address-field.ts";
import { choice, flag, text, whole } from "#src/server/fields/fields.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import type { Slice } from "#src/server/start/context.ts";
import { TILE_ICONS } from "#src/site/drawings/tile-icons.ts";
import { tile } from "../table.server.ts";

/** 服务入口: the tiles of the home page and the six of the elder mode. */
const tileDesk: Slice = (app, context) => {
  crud(app, context, {
    path: "/api/bll/tile/desk",
    noun: "content:tile",
    table: tile,
    log: "服务入口",
    fields: {
      tileName: text("名称", { max: 10, isRequired: true }),
      note: text("说明", { max: 16 }),
      linkUrl: address("链接地址", { isRequired: true }),
      icon: choice(
        "图标",
        TILE_ICONS.map(([name]) => name),
      ),
      isOnHome: flag("首页显示"),
      isElder: flag("长辈版显示"),
      orderNum: whole("显示顺序"),
      status: choice("状态", ["0", "1"]),
    },
    list: { like: ["tileName"], equals: ["status"], order: [asc(tile.orderNum)] },
    sheet: {
      name: "服务入口",
      columns: [
        ["名称", "tileName"],
        ["说明", "note"],
        ["链接地址", "linkUrl"],
        ["显示顺序", "orderNum"],
        ["状态", "status", { 0: "正常", 1: "停用" }],
      ],
    },
    hooks: {
      tags: ["site"],
      checkSave: (_tx, { isOnHome = true, isElder = false }) =>
        refuseFields({
          isOnHome: isOnHome || isElder ? undefined : "首页和长辈版至少选一处，不想显示请停用",
        }),
    },
  });
};

export default tileDesk;
