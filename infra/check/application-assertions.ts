import { readdirSync } from "node:fs";
import { join } from "node:path";
import { APPLICATION_HEADERS, CACHING } from "@knockon/web/application-headers";
import { APPLICATION_PATHS } from "@knockon/web/application-paths";
import { type Assertions, compareLists } from "./assertion.ts";
import { ROOT } from "./platform.ts";

const BUCKET = "WebAssetsBucket.s3.test";
const UNSERVED = /(?:\.br|\.gz|\.built-from)$/u;

/** Output of `npm run build:web`. */
const FILES = readdirSync(join(ROOT, "packages/web/dist"), { withFileTypes: true, recursive: true })
  .filter((entry) => entry.isFile() && !UNSERVED.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name).slice(join(ROOT, "packages/web/dist").length));

const PAGE = "/index.html";
const PAGES = APPLICATION_PATHS.flatMap((path) =>
  path.endsWith("/*") ? [path.replace("/*", ""), path.replace("*", "a/b")] : [path],
);

export const applicationAssertions: Assertions = {
  "application paths serve the page and files serve themselves, from the bucket": async ({
    route,
    files,
  }) => {
    const stored = new Set(files.map(({ key }) => `/${key}`));
    const requests = [
      ...PAGES.map((uri) => ({ uri, file: PAGE })),
      ...FILES.filter((file) => file !== PAGE).map((file) => ({ uri: file, file })),
    ];
    const wrong = requests.map(async ({ uri, file }) => {
      const routed = await route({ uri });
      const isRight = routed.origin === BUCKET && routed.uri.endsWith(file) && stored.has(routed.uri);
      return isRight ? [] : [`${uri} → ${routed.origin}${routed.uri}`];
    });
    return (await Promise.all(wrong)).flat();
  },

  "all built files are uploaded with their cache headers": ({ files }) => [
    ...compareLists(
      files.map(({ key }) => key.replace(/^application/u, "")),
      FILES,
    ),
    ...files
      .filter(
        ({ key, cacheControl }) =>
          cacheControl !== (key.includes("/assets/") ? CACHING.assets : CACHING.others),
      )
      .map(({ key, cacheControl }) => `${key}: ${cacheControl}`),
  ],

  "the application has its security headers, and the API's responses keep their own": ({
    distributions,
    headersPolicies,
  }) =>
    distributions.flatMap(({ name, defaultCacheBehavior }) => {
      const policy = headersPolicies.find(
        (one) => `${one.name}-id` === defaultCacheBehavior.responseHeadersPolicyId,
      );
      if (!policy) return [`${name}: no headers policy`];
      const { contentSecurityPolicy: csp, referrerPolicy: referrer } = policy.securityHeadersConfig;
      return [
        ...(csp.contentSecurityPolicy === APPLICATION_HEADERS["Content-Security-Policy"]
          ? []
          : [`${name}: different Content-Security-Policy`]),
        ...(referrer.referrerPolicy === APPLICATION_HEADERS["Referrer-Policy"]
          ? []
          : [`${name}: different Referrer-Policy`]),
        ...(csp.override || referrer.override ? [`${name}: overrides the API's headers`] : []),
      ];
    }),
};
