import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

// No drawer and no dialog that takes words or choices closes unasked: useCarefulClose. The journey
// e2e/careful-close.test.ts walks those that are there; this finds the new ones.
const src = path.resolve(import.meta.dirname, "../..");

/** Windows with nothing to write in and nothing to choose. */
const READ_ONLY = [
  "app/article/desk/editor/conflict-dialog.tsx",
  "app/finance/statement/outcome-dialog.tsx",
  "office/account/lock-cover.tsx",
  "office/account/unread-layer.tsx",
  "office/shell/frame.tsx",
  "office/header/notice-drawer.tsx",
  "office/upload/image-preview.tsx",
  "office/list/record-drawer.tsx",
  "office/layers/refused-dialog.tsx",
  "office/rich-text/editor-keys.tsx",
  "office/account/stranger-dialog.tsx",
];

/** Windows whose fields hold nothing that closing would lose. */
const NOTHING_TO_LOSE: Readonly<Record<string, string>> = {
  "app/article/desk/parts/preview-drawer.tsx": "how wide the picture of the page is",
  "app/article/desk/review/revisions-drawer.tsx": "which versions are looked at",
  "app/common/files/desk/office.tsx": "folders on a phone: a choice closes it",
  "app/finance/receipt/batch-dialog.tsx": "what became of each file: its receipt is issued",
  "app/system/notice/read-users.tsx": "a search among readers",
  "app/system/user/office.tsx": "departments on a phone: a choice closes it",
  "app/tool/build/dialogs.tsx": "a form to try out, and its code: nothing of it goes anywhere",
  "app/tool/build/office.tsx": "parts of the form on a phone: each change is in the form at once",
  "app/tool/gen/preview.tsx": "which file is looked at",
  "office/keys/key-list.tsx": "a switch that holds at once",
  "office/account/lock-screen.tsx": "stays until it is unlocked",
  "office/account/step-up-dialog.tsx": "a password, which nobody wants kept",
  "office/account/relogin-dialog.tsx": "a password, which nobody wants kept",
  "office/keys/search-palette.tsx": "a search",
  "office/settings/settings-drawer.tsx": "each change is seen, and holds, at once",
};

const FIELD =
  /<(?:Input|InputNumber|Form|Select|TreeSelect|Checkbox|Radio|Switch|Slider|DatePicker|MomentPicker|Segmented|textarea|input|select)\b/;

/** The attributes of each opening tag of these names, up to its own `>`. */
function tagsOf(text: string): string[] {
  return [...text.matchAll(/<(?:Modal|Drawer|Layer)\s/g)].map(({ index }) => {
    let depth = 0;
    let end = index;
    for (; end < text.length; end++) {
      const at = text[end];
      if (at === "{") depth++;
      else if (at === "}") depth--;
      else if (at === ">" && depth === 0) break;
    }
    return text.slice(index, end);
  });
}

const windows = fs
  .globSync("{office,app}/**/*.tsx", { cwd: src })
  .map((file) => {
    const text = fs.readFileSync(path.join(src, file), "utf8");
    return { file: file.split(path.sep).join("/"), text, tags: tagsOf(text) };
  })
  .filter(({ file, tags }) => tags.length > 0 && file !== "office/layers/layer.tsx");

const isExcepted = (file: string) => READ_ONLY.includes(file) || file in NOTHING_TO_LOSE;

test("a window that takes words or choices asks before it closes, whatever closes it", () => {
  const careless = windows
    .filter(({ file }) => !isExcepted(file))
    .flatMap(({ file, text, tags }) =>
      tags
        .filter(
          (tag) =>
            !text.includes("useCarefulClose(") ||
            !/\bon(?:Close|Cancel)=\{\(\) => void close\(\)\}/.test(tag),
        )
        .map((tag) => `${file}: ${tag.replace(/\s+/g, " ").slice(0, 80)}`),
    );
  expect(careless).toEqual([]);
});

test("no button of such a window goes past the question", () => {
  const past = windows
    .filter(({ file }) => !isExcepted(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(/<Button[^>]*onClick=\{(?:\(\) => )?onClose(?:\(\))?\}/g)].map(
        ([found]) => `${file}: ${found}`,
      ),
    );
  expect(past).toEqual([]);
});

test("what is excepted is there, and what is only read has no field", () => {
  const found = windows.map(({ file }) => file);
  expect(
    [...READ_ONLY, ...Object.keys(NOTHING_TO_LOSE)].filter((each) => !found.includes(each)),
  ).toEqual([]);
  expect(
    windows
      .filter(({ file, text }) => READ_ONLY.includes(file) && FIELD.test(text))
      .map(({ file }) => file),
  ).toEqual([]);
});
