import { createFallback } from "@knockon/api/app";
import { findUnready } from "@knockon/db/readiness";
import { handle } from "hono/aws-lambda";
import { composeAws } from "../compose/aws.ts";

const { database, log } = composeAws(process.env);

/** `GET /readyz`. Separate from `$default`, which has no access to the database. */
export const handler = handle(
  createFallback(
    {
      log,
      allowedOrigins: process.env["ALLOWED_ORIGINS"]?.split(",") ?? [],
      findUnready: () => findUnready(database),
    },
    [],
  ),
);
