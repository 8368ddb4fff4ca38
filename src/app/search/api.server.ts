import type { Slice } from "../../server/start/context.ts";
import { loadWords } from "./words.server.ts";

/** No calls of its own (listPreview is the article's): the dictionaries are there before a visitor is. */
const search: Slice = (app) => {
  app.addHook("onListen", async () => loadWords());
};

export default search;
