import { entityCrud } from "#src/server/crud/entity-crud.ts";
import type { Slice } from "#src/server/start/context.ts";
import { ENTITY } from "./entity.ts";
import { forerunner } from "./table.server.ts";

const api: Slice = (app, context) => entityCrud(app, context, ENTITY, forerunner);

export default api;
