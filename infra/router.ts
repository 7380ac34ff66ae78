import { routerProof } from "@knockon/functions/viewer-address";
import { APPLICATION_HEADERS } from "@knockon/web/application-headers";
import { viewerRequest } from "./router/viewer-request.ts";
import { sessionSecret } from "./secrets.ts";

/** Part of the cache key. Responses forbid caching; one that does not is cached for its own caller only. */
const CREDENTIALS = {
  headers: ["Authorization", "X-API-Key", "X-Workspace-Id", "Origin", "x-forwarded-host"],
  cookies: ["service_access", "service_device", "service_sign_up"],
};

/** Headers of the application, since a bucket cannot set them. The API's responses keep their own. */
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
 * The single origin of a stage, for API and application alike, so that session cookies can be `SameSite=Lax`. Each part
 * adds its paths with `router.route`; the longest match wins.
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
