import { createApp } from "@knockon/api/app";
import { authenticateAgainst } from "@knockon/api/identity";
import type { MutationLimit } from "@knockon/api/limit-mutations";
import type { Route } from "@knockon/api/route";
import type { Payments } from "@knockon/core/ports/payments";
import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose/aws.ts";
import { parseSessionSecret } from "../compose/session-secret.ts";

/** What only some operations need, and whose SDK only their bundles have. */
interface Further {
  mutationLimit?: MutationLimit;
  payments?: Payments;
}

/** One operation behind API Gateway. The context is made once per container. */
export function httpHandler(route: Route, { mutationLimit, payments }: Further = {}) {
  const context = composeAws(process.env, payments);
  const app = createApp({
    routes: [route],
    context,
    authenticate: authenticateAgainst(context.database, parseSessionSecret(process.env)),
    ...(mutationLimit && { mutationLimit }),
    allowedOrigins: process.env["ALLOWED_ORIGINS"]?.split(",") ?? [],
  });
  return handle(app);
}
