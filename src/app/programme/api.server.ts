import { entityCrud } from "#src/server/crud/entity-crud.ts";
import { refuseFields } from "#src/server/http/errors.ts";
import type { Slice } from "#src/server/start/context.ts";
import { courseWords } from "../wording/course/service.server.ts";
import { ENTITY } from "./entity.ts";
import { programme } from "./table.server.ts";

const api: Slice = (app, context) => {
  const refuseWords = courseWords(context, ENTITY.facts);
  entityCrud(app, context, ENTITY, programme, {
    checkSave: async (_tx, next, before, account) => {
      const { picture, posterText }: Readonly<Record<string, unknown>> = next;
      refuseFields({
        posterText: picture && !posterText ? "上传了海报，请把海报上的文字写在这里" : undefined,
      });
      await refuseWords(next, before, account);
    },
  });
};

export default api;
