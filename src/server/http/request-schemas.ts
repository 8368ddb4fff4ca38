import { type TString, Type } from "typebox";

/** Schema of the named parts of a path, e.g. `pathParts("jobId")` of `/monitor/job/:jobId`. */
export const pathParts = <K extends string>(...names: readonly K[]) =>
  Type.Object(
    Object.fromEntries(names.map((name) => [name, Type.String()])) as { [N in K]: TString },
  );

/**
 * Schema of a query that its handler reads by itself: key -> its label. It checks nothing and drops no
 * key; `x-shape` describes it to readers of the API's description (api-docs.ts).
 */
export const looseQuery = (words: Readonly<Record<string, string>>) =>
  Type.Unsafe<Record<string, unknown>>({
    type: "object",
    "x-shape": {
      properties: Object.fromEntries(
        Object.entries(words).map(([key, description]) => [key, { type: "string", description }]),
      ),
    },
  });
