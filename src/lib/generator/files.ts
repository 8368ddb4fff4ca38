import { apiFile } from "./api-file.ts";
import type { Model } from "./model.ts";
import { officeFile } from "./office-file.ts";
import { readme } from "./readme.ts";
import { seedFile } from "./seed-file.ts";
import { tableFile } from "./table-file.ts";
import { testFile } from "./test-file.ts";

export type SliceFile = { path: string; text: string };

/** The files of one slice, by their paths in the source tree. */
export function sliceFiles(model: Model): SliceFile[] {
  const folder = `src/app/${model.module}/${model.business}`;
  return [
    { path: `${folder}/table.server.ts`, text: tableFile(model) },
    { path: `${folder}/api.server.ts`, text: apiFile(model) },
    { path: `${folder}/office.tsx`, text: officeFile(model) },
    { path: `${folder}/seed.server.ts`, text: seedFile(model) },
    { path: `${folder}/${model.business}.test.ts`, text: testFile(model) },
  ];
}

/** Contents of a zip: the slices, each path once, and a README. */
export function archiveFiles(models: readonly Model[]): SliceFile[] {
  const all = new Map(models.flatMap(sliceFiles).map((file) => [file.path, file]));
  return [...all.values(), { path: "README.txt", text: readme(models) }];
}

/**
 * Names under which a client of the contract looks for what it knows (wire 2.12): our files
 * of the same purpose, each headed by its real path. Layers that we do not have are left out.
 */
const KEYS: readonly [key: string, file: (model: Model) => string][] = [
  ["vm/java/domain.java.vm", () => "table.server.ts"],
  ["vm/java/controller.java.vm", () => "api.server.ts"],
  ["vm/js/api.js.vm", ({ business }) => `${business}.test.ts`],
  ["vm/vue/index.vue.vm", () => "office.tsx"],
  ["vm/sql/sql.vm", () => "seed.server.ts"],
];

export function contractPreview(model: Model, files: readonly SliceFile[]): Record<string, string> {
  const folder = `src/app/${model.module}/${model.business}/`;
  return Object.fromEntries(
    KEYS.flatMap(([key, nameOf]): [string, string][] => {
      const file = files.find(({ path }) => path === folder + nameOf(model));
      return file ? [[key, `// ${file.path}\n${file.text}`]] : [];
    }),
  );
}
