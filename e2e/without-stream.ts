import type { BrowserContext } from "playwright-core";

/**
 * Sends the office's stream of news away before it begins: with it open the network is never idle, and
 * some journeys and pictures wait for that.
 */
export const withoutStream = (context: BrowserContext): Promise<unknown> =>
  context.route("**/prod-api/news/stream", (route) =>
    route.fulfill({ contentType: "text/event-stream", body: "retry: 3600000\n\n" }),
  );
