import { vi } from "vitest";
import { SLOW } from "./slow.ts";

// Two files at a time on two cores: a step may take longer than a second.
const { waitFor } = vi;
vi.waitFor = (callback, options) =>
  waitFor(callback, typeof options === "number" ? options : { timeout: 10_000 * SLOW, ...options });
