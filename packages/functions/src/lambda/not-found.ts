import { createFallback } from "@knockon/api/app";
import { createReference } from "@knockon/api/reference/reference";
import { openApiDocument } from "@knockon/contract/openapi";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { handle } from "hono/aws-lambda";
import { jsonLogger } from "../compose/logger.ts";

/** The gateway's `$default` route: preflight requests, `/docs`, `/openapi.json`, and 404 and 405 responses. */
export const handler = handle(
  createFallback(
    {
      log: jsonLogger(),
      allowedOrigins: process.env["ALLOWED_ORIGINS"]?.split(",") ?? [],
      reference: createReference(() => openApiDocument(OPERATIONS)),
    },
    OPERATIONS,
  ),
);
