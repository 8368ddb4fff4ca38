import { expect, test } from "vitest";
import { noticeAt } from "./notice/service.server.ts";

const setting = (extra: object) =>
  JSON.stringify({ title: "t", text: "x", start: "2025-09-02", end: "2025-09-04", ...extra });
const at = (text: string) => new Date(`${text}+08:00`).getTime();
const shown = (now: string, extra: object) => noticeAt(at(now), setting(extra), "010", "/n");

test("force shows it whatever the date, for ever", () => {
  const { notice, until } = shown("2030-01-01T00:00:00", { enabled: "force" });
  expect(notice).toMatchObject({ mode: "box", start: "2025-09-02", end: "2025-09-04" });
  expect(until).toBe(Number.POSITIVE_INFINITY);
});

test("window shows it from the first moment to the end of the last day", () => {
  const extra = { enabled: "window", mode: "full" };
  const before = shown("2025-09-01T23:59:59", extra);
  expect(before).toEqual({ notice: null, until: at("2025-09-02T00:00:00") });
  for (const now of ["2025-09-02T00:00:00", "2025-09-04T23:59:59"]) {
    expect(shown(now, extra)).toMatchObject({
      notice: { mode: "full" },
      until: at("2025-09-05T00:00:00"),
    });
  }
  expect(shown("2025-09-05T00:00:00", extra).notice).toBeNull();
});

test("a moment as end is taken as it is", () => {
  const extra = { enabled: "window", end: "2025-09-04 12:00:00" };
  expect(shown("2025-09-04T11:59:59", extra).notice).toMatchObject({ end: "2025-09-04" });
  expect(shown("2025-09-04T12:00:00", extra).notice).toBeNull();
});

test.each(["", "null", "[]", "{", '{"enabled":"window"}', '{"enabled":"off"}'])(
  "%s shows none",
  (text) => {
    expect(noticeAt(Date.now(), text, "010", "").notice).toBeNull();
  },
);
