import { createApp } from "@knockon/api/app";
import { authenticateAgainst } from "@knockon/api/identity";
import type { MutationLimit } from "@knockon/api/limit-mutations";
import type { Route } from "@knockon/api/route";
import { handle } from "hono/aws-lambda";
import { composeAws, type ComposePort } from "../compose/aws.ts";
import { parseSessionSecret } from "../compose/session-secret.ts";

/** One operation behind API Gateway. The context is made once per container. */
export function httpHandler(
  route: Route,
  composePorts: readonly ComposePort[],
  mutationLimit?: MutationLimit,
) {
  const context = composeAws(process.env, composePorts);
  const app = createApp({
    routes: [route],
    context,
    authenticate: authenticateAgainst(context.database, parseSessionSecret(process.env)),
    ...(mutationLimit && { mutationLimit }),
    allowedOrigins: process.env["ALLOWED_ORIGINS"]?.split(",") ?? [],
  });
  return handle(app);
}
