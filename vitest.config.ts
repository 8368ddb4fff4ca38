import os from "node:os";
import { defineConfig } from "vitest/config";

// The React Router plugin stays out: API tests load the slices, never the pages.
export default defineConfig({
  test: {
    include: ["src/**/*.test.ts"],
    globalSetup: "src/test/cluster.ts",
    setupFiles: ["src/test/setup.ts"],
    testTimeout: 20_000,
    hookTimeout: 60_000,
    pool: "forks",
    // Some files wait for a clock: two at a time also where there are two cores.
    maxWorkers: Math.max(2, os.availableParallelism() - 1),
    // Files share modules, never state: each has an app and a database of its own.
    isolate: false,
  },
});
