import { vi } from "vitest";

// Two files at a time on two cores: what a journey waits for may take longer than a second.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === "number" ? options : { timeout: 10_000, ...options });
