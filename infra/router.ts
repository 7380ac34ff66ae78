import { routerProof } from "@knockon/functions/viewer-address";
import { APPLICATION_HEADERS } from "@knockon/web/application-headers";
import { viewerRequest } from "./router/viewer-request.ts";
import { sessionSecret } from "./secret.ts";

/** What tells callers apart. Answers forbid to be kept; should one not, it is kept for its own caller. */
const CREDENTIALS = {
  headers: ["Authorization", "X-API-Key", "X-Workspace-Id", "Origin", "x-forwarded-host"],
  cookies: ["service_access"],
};

/** The application's, as nobody can set them in a bucket; an answer of the API that has its own keeps them. */
const applicationHeaders = new aws.cloudfront.ResponseHeadersPolicy("ApplicationHeaders", {
  securityHeadersConfig: {
    contentSecurityPolicy: {
      contentSecurityPolicy: APPLICATION_HEADERS["Content-Security-Policy"],
      override: false,
    },
    referrerPolicy: { referrerPolicy: APPLICATION_HEADERS["Referrer-Policy"], override: false },
    contentTypeOptions: { override: true },
  },
});

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
    cdn(args) {
      args.defaultCacheBehavior = $output(args.defaultCacheBehavior).apply((behavior) => ({
        ...behavior,
        responseHeadersPolicyId: applicationHeaders.id,
      }));
    },
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
