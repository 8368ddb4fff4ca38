import { afterEach, expect, vi } from "vitest";

// A console error is a failure: nothing may complain unseen.
const errors: unknown[][] = [];
vi.spyOn(console, "error").mockImplementation((...args) => void errors.push(args));

afterEach(() => {
  const seen = errors.splice(0);
  expect(seen, "console.error was called").toEqual([]);
});
