import { redirect } from "react-router";
import type { Context } from "#src/server/start/context.ts";
import { countHit, leadOf } from "../service.server.ts";

/**
 * For loaders that have found nothing: throws the redirect of an old address, where there is one.
 * @throws Response with 301 or 302.
 */
export async function followOldAddress(
  context: Pick<Context, "db" | "memo" | "log">,
  address: string,
): Promise<void> {
  const lead = await leadOf(context, address);
  if (!lead) return;
  countHit(context, lead.id);
  throw redirect(lead.to, lead.code);
}
