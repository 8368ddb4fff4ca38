import type { FastifyRequest } from "fastify";
import type { AdviceVerb } from "#src/lib/advice/advice-life.ts";
import { type Given, takeStep } from "#src/server/flow/flow.ts";
import { accountOf } from "#src/server/http/access.ts";
import type { Context } from "#src/server/start/context.ts";
import { ADVICE_FLOW, type Advice } from "./flow.server.ts";

/** Takes a step with one request for advice. @throws AppError as takeStep does. */
export const takeAdviceStep = (
  context: Context,
  request: FastifyRequest,
  verb: AdviceVerb,
  given: Given & { id: number },
): Promise<Advice> =>
  takeStep(ADVICE_FLOW, context, verb, given.id, given, {
    account: accountOf(request),
    ip: request.ip,
  });
