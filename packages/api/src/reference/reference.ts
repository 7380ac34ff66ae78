import type { OpenApiDocument } from "@knockon/contract/openapi/document";
import { Hono } from "hono";
import type { AppEnv } from "../app-env.ts";
import { referencePage } from "./page.ts";
import { STYLE } from "./style.ts";

const STYLE_PATH = "/docs/style.css";

const HEADERS = {
  "Content-Security-Policy":
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
  "Cache-Control": "public, max-age=300",
};

/**
 * Serves the API reference as `/openapi.json` and `/docs`, without a credential. `/` redirects to `/docs`, for deployments
 * without the web application. Calls `describe` at the first request.
 */
export function createReference(describe: () => OpenApiDocument): Hono<AppEnv> {
  let described: OpenApiDocument | undefined;
  let page: Promise<string> | undefined;
  const document = (): OpenApiDocument => (described ??= describe());
  return new Hono<AppEnv>()
    .get("/", (c) => c.redirect("/docs"))
    .get("/openapi.json", (c) => c.json(document()))
    .get("/docs", async (c) => c.html(await (page ??= referencePage(document(), STYLE_PATH)), 200, HEADERS))
    .get(STYLE_PATH, (c) => c.body(STYLE, 200, { ...HEADERS, "Content-Type": "text/css; charset=utf-8" }));
}
