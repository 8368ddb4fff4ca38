import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

// Code by which a hidden tab would lose text, found in the sources: the journey e2e/tabs-keep.test.ts
// walks the pages that are there, this keeps the ways in shut for those to come.
const src = path.resolve(import.meta.dirname, "../..");
const sources = fs
  .globSync("{office,app}/**/*.{ts,tsx}", { cwd: src })
  .filter((file) => !/\.server\.ts$|\.test\.tsx?$/.test(file))
  .map((file) => ({ file, text: fs.readFileSync(path.join(src, file), "utf8") }));

const linesWith = (what: RegExp, except: readonly string[] = []) =>
  sources
    .filter(({ file }) => !except.includes(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(what)].map((found) => `${file}: ${found[0].replace(/\s+/g, " ")}`),
    );

test("no data is dropped while nobody looks: useOpened instead", () => {
  expect(linesWith(/\bgcTime\s*:/g, ["office/calls/queries.ts"])).toEqual([]);
});

test("no effect sets what was typed or chosen back each time its tab is shown: useOnChange instead", () => {
  expect(linesWith(/useEffect\(\s*\(\) => \{?\s*set(?!Mounted)[A-Z]\w*\([^;]*\}, \[\w/g)).toEqual(
    [],
  );
});

test("no effect takes the focus each time its tab is shown: useAtFirst instead", () => {
  expect(
    linesWith(
      /useEffect\(\s*\(\) =>\s*\w[\w.?<>]*\.(?:focus|scrollIntoView)\(/g,
      // Menus and panels of the shell are gone when a tab changes; pages of the site have no tabs.
      [
        "office/header/bell-panel.tsx",
        "app/forgetPassword/password-step.tsx",
        "app/advisoryImg/advice-form.tsx",
      ],
    ),
  ).toEqual([]);
});

test("what is wrong with a field is still said when its tab is shown again: useOfficeForm", () => {
  expect(linesWith(/\bForm\.useForm\b/g, ["office/form/use-office-form.ts"])).toEqual([]);
});

test("a drawer takes the focus when it is opened, not when its tab is shown: useOpening", () => {
  expect(linesWith(/afterOpenChange=\{\(?\w+\)? =>[^}]*focus/g)).toEqual([]);
});
