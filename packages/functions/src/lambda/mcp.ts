import { createFallback } from "@knockon/api/app";
import { authenticateAgainst } from "@knockon/api/identity";
import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose/aws.ts";
import { composeBlobStore, composeMutationLimit } from "../compose/aws-ports.ts";
import { parseSessionSecret } from "../compose/settings.ts";
import { serveMcp } from "../mcp/serve-mcp.ts";

const context = composeAws(process.env, [composeBlobStore]);
const allowedOrigins = process.env["ALLOWED_ORIGINS"]?.split(",") ?? [];

/** `/mcp` and the metadata of that resource. Host names are checked by the gateway, which knows no others. */
export const handler = handle(
  createFallback({ log: context.log, allowedOrigins }, []).route(
    "/",
    serveMcp({
      context,
      authenticate: authenticateAgainst(context.database, parseSessionSecret(process.env)),
      mutationLimit: await composeMutationLimit(process.env),
      allowedOrigins,
      baseUrlOf: () => context.settings.appUrl,
    }),
  ),
);
