import { createApp } from "@knockon/api/app";
import { authenticateAgainst } from "@knockon/api/identity";
import type { MutationLimit } from "@knockon/api/limit-mutations";
import type { Route } from "@knockon/api/route";
import { composeAws, type ComposePort } from "../compose/aws.ts";
import { parseSessionSecret } from "../compose/settings.ts";

/** Creates the app of one operation. The context is created once per container. */
export function operationApp(
  route: Route,
  composePorts: readonly ComposePort[],
  mutationLimit?: MutationLimit,
) {
  const context = composeAws(process.env, composePorts);
  return createApp({
    routes: [route],
    context,
    authenticate: authenticateAgainst(context.database, parseSessionSecret(process.env)),
    ...(mutationLimit && { mutationLimit }),
    allowedOrigins: process.env["ALLOWED_ORIGINS"]?.split(",") ?? [],
  });
}
