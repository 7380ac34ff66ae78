import { routerProof } from "@knockon/functions/viewer-address";
import { viewerRequest } from "./router/viewer-request.ts";
import { sessionSecret } from "./secret.ts";

/** What tells callers apart. Answers forbid to be kept; should one not, it is kept for its own caller. */
const CREDENTIALS = {
  headers: ["Authorization", "X-API-Key", "X-Workspace-Id", "Origin", "x-forwarded-host"],
  cookies: ["service_access"],
};

/**
 * The one address of a stage, before the API and the application: a cookie that is `Lax` never leaves it. Each part adds
 * its own paths with `router.route`; the longest one that fits decides.
 */
export const router = new sst.aws.Router("Router", {
  ...(process.env["DOMAIN"] && { domain: process.env["DOMAIN"] }),
  edge: {
    viewerRequest: { injection: sessionSecret.value.apply((secret) => viewerRequest(routerProof(secret))) },
  },
  transform: {
    cachePolicy: {
      parametersInCacheKeyAndForwardedToOrigin: {
        headersConfig: { headerBehavior: "whitelist", headers: { items: CREDENTIALS.headers } },
        cookiesConfig: { cookieBehavior: "whitelist", cookies: { items: CREDENTIALS.cookies } },
        queryStringsConfig: { queryStringBehavior: "all" },
        enableAcceptEncodingBrotli: true,
        enableAcceptEncodingGzip: true,
      },
    },
  },
});
