import { postgresRateCounter } from "@knockon/adapters/rate-counter/postgres";
import { createApp } from "@knockon/api/app";
import { authenticateAgainst } from "@knockon/api/identity";
import type { Route } from "@knockon/api/route";
import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose/aws.ts";
import { parseSessionSecret } from "../compose/session-secret.ts";
import { MUTATION_LIMIT_SETTING, parseMutationLimit } from "../mutation-limit.ts";

/** One operation behind API Gateway. The context is made once per container. */
export function httpHandler(route: Route) {
  const context = composeAws(process.env);
  const perMinute = parseMutationLimit(process.env);
  if (perMinute === undefined) throw new Error(`${MUTATION_LIMIT_SETTING} is no number from 1 to 9999999.`);
  const app = createApp({
    routes: [route],
    context,
    authenticate: authenticateAgainst(context.database, parseSessionSecret(process.env)),
    mutationLimit: { counter: postgresRateCounter(context.database), perMinute },
    allowedOrigins: process.env["ALLOWED_ORIGINS"]?.split(",") ?? [],
  });
  return handle(app);
}
