import type { BrowserContext, Page } from "playwright-core";

/** `SLOW=4`: how many times slower than this machine the journeys' browsers are; 1 without it. */
export const SLOW = Math.max(1, Number(process.env.SLOW || 1));

/** There and back to the server, as from a phone on the road. */
const LATENCY_MS = 100;

/** Slows every page of a context, those opened by its links too. */
export function slowed(context: BrowserContext): void {
  if (SLOW === 1) return;
  for (const page of context.pages()) void slow(page);
  context.on("page", (page) => {
    void slow(page);
    // The rate belongs to the process that the pages share, and ends with any of them.
    page.on("close", () => context.pages().forEach((each) => void slow(each)));
  });
}

async function slow(page: Page): Promise<void> {
  try {
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: SLOW });
    await devtools.send("Network.enable");
    await devtools.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: LATENCY_MS,
      downloadThroughput: -1,
      uploadThroughput: -1,
    });
  } catch (error) {
    // A page may be closed before it was slowed.
    if (!page.isClosed()) throw error;
  }
}

/**
 * False on a slowed browser, and says so: what is measured by the clock or in work holds only for the
 * machine as it is.
 */
export function measures(what: string): boolean {
  if (SLOW > 1) console.log(`SLOW=${SLOW}: not measured: ${what}`);
  return SLOW === 1;
}
