import { defineConfig } from "vitest/config";
import { SLOW } from "./slow.ts";

export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    globalSetup: "e2e/server.ts",
    setupFiles: ["e2e/patience.ts"],
    testTimeout: 60_000 * SLOW,
    hookTimeout: 120_000 * SLOW,
    // As long as vi.waitFor (patience.ts).
    expect: { poll: { timeout: 10_000 * SLOW } },
    // Each file has a program and a database of its own: two at a time, in any order.
    maxWorkers: 2,
  },
});
