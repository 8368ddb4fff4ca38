import { formatDay, parseDateTime } from "#src/lib/text/dates.ts";
import { entityCrud } from "#src/server/crud/entity-crud.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import type { Slice } from "#src/server/start/context.ts";
import { extendShown } from "../item/service.server.ts";
import { ENTITY } from "./entity.ts";
import { declareHoliday } from "./table.server.ts";

const api: Slice = (app, context) =>
  entityCrud(app, context, ENTITY, declareHoliday, {
    async checkSave(_tx, next) {
      const { day } = next as Readonly<Record<string, unknown>>;
      const date = typeof day === "string" ? parseDateTime(day) : undefined;
      const isDay = date !== undefined && formatDay(date) === day;
      refuseFields({ day: isDay ? undefined : "没有这一天，请核对日期" });
    },
    // What is being shown has its five working days by the calendar that holds now.
    changed: extendShown,
  });

export default api;
