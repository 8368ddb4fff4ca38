import { asc } from "drizzle-orm";
import { crud } from "#src/server/crud/crud.ts";
import { address, picture } from "#src/server/fields/address-field.ts";
import { choice, text, whole } from "#src/server/fields/fields.ts";
import { moment } from "#src/server/fields/value-fields.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import type { Slice } from "#src/server/start/context.ts";
import { noteFileUse } from "../../common/files/service.server.ts";
import { banner } from "../table.server.ts";

/** 首页横幅: a picture or a drawn one, from a time to a time. */
const bannerDesk: Slice = (app, context) => {
  crud(app, context, {
    path: "/api/bll/banner/desk",
    noun: "content:banner",
    table: banner,
    log: "首页横幅",
    fields: {
      bannerName: text("标题", { max: 40, isRequired: true }),
      picture: picture("横幅图片"),
      alt: text("说明文字", { max: 100 }),
      linkUrl: address("链接地址"),
      orderNum: whole("显示顺序"),
      beginTime: moment("开始时间"),
      endTime: moment("结束时间"),
      status: choice("状态", ["0", "1"]),
    },
    list: { like: ["bannerName"], equals: ["status"], order: [asc(banner.orderNum)] },
    sheet: {
      name: "首页横幅",
      columns: [
        ["标题", "bannerName"],
        ["说明文字", "alt"],
        ["链接地址", "linkUrl"],
        ["开始时间", "beginTime"],
        ["结束时间", "endTime"],
        ["显示顺序", "orderNum"],
        ["状态", "status", { 0: "正常", 1: "停用" }],
      ],
    },
    hooks: {
      tags: ["site"],
      checkSave: (_tx, { beginTime, endTime, picture: path, alt }) =>
        refuseFields({
          endTime:
            beginTime && endTime && endTime <= beginTime ? "结束时间应晚于开始时间" : undefined,
          // Words in a picture are nothing to who does not see it.
          alt: path && !alt ? "有图片的横幅要写说明文字，供看不到图片的人阅读" : undefined,
        }),
      added: async (tx, { id, picture: path }) => noteFileUse(tx, "banner", id, [path]),
      edited: async (tx, { id, picture: path }) => noteFileUse(tx, "banner", id, [path]),
      checkRemove: async (tx, rows) => {
        for (const { id } of rows) await noteFileUse(tx, "banner", id, []);
      },
    },
  });
};

export default bannerDesk;
