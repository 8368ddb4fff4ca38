import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

// What a member's form sends goes through callAsMember: an ended session then costs none of it. The journey
// e2e/session-end.test.ts walks the forms that are there; this finds the new ones.
const src = path.resolve(import.meta.dirname, "../..");

/** Calls with the token whose refusal loses nothing that was typed. */
const NOTHING_TYPED = [
  "app/checkin/self/self-door.tsx \u0024{PATH}/arrive",
  "app/personal/page.tsx /logout",
  "app/pxMessage/my-result.tsx /api/activity/activities/sign",
  "app/trainingEventMessage/sign-bar.tsx /api/activity/activities/sign",
  "site/activity/order-pay.tsx /api/activity/activities/quote",
  "site/activity/own-place.tsx /api/activity/activities/\u0024{verb}",
  "site/reading/reads.ts /read",
  "site/session/journal-ticket.ts /api/bll/journal/ticket",
  "site/shell/closing-notice.tsx /api/bll/personal/closure/withdraw",
];

const sources = fs
  .globSync(["site/**/*.{ts,tsx}", "app/**/*.tsx"], { cwd: src })
  .filter((file) => !/office|\.test\./.test(file))
  .map((file) => ({
    file: file.split(path.sep).join("/"),
    text: fs.readFileSync(path.join(src, file), "utf8"),
  }))
  // The office has its own way (office/account/session-gate.ts).
  .filter(({ text }) => !/from "(?:\.\.\/)+office\//.test(text));

test("a public form that needs a session goes through callAsMember", () => {
  const calls = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/callApi(?:<[^(]*>)?\(\s*"(?:POST|PUT|DELETE)",\s*["`]([^"`]*)["`]/g)]
      .filter(({ index }) => !/^[^;]*isToken: false/.test(text.slice(index, index + 300)))
      .map(([, address = ""]) => `${file} ${address.replace(/^.*(?=\/read$)/, "")}`),
  );
  expect(calls.sort()).toEqual(NOTHING_TYPED);
});
