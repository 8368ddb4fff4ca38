import { asc } from "drizzle-orm";
import { crud } from "#src/server/crud/crud.ts";
import { fieldsOf } from "#src/server/fields/facts.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import type { Slice } from "#src/server/start/context.ts";
import { banner } from "../table.server.ts";
import { BANNER } from "./fields.ts";

/** 首页横幅: a picture or a drawn one, from a time to a time. */
const bannerDesk: Slice = (app, context) => {
  crud(app, context, {
    path: "/api/bll/banner/desk",
    noun: "content:banner",
    table: banner,
    log: "首页横幅",
    fields: fieldsOf(BANNER),
    list: { like: ["bannerName"], equals: ["status"], order: [asc(banner.orderNum)] },
    sheet: {
      name: "首页横幅",
      columns: ["bannerName", "alt", "linkUrl", "beginTime", "endTime", "orderNum", "status"],
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
    },
  });
};

export default bannerDesk;
