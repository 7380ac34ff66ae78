import { CACHING } from "@knockon/web/application-headers";
import { APPLICATION_PREFIX } from "./router/viewer-request.ts";
import { router } from "./router.ts";

/** The router compresses responses. */
const ignore = ["**/*.br", "**/*.gz", ".built-from"];

/** The output of `npm run build:web`. Old assets stay, so that pages opened before a deployment keep working. */
new sst.aws.StaticSite("Web", {
  path: "packages/web/dist",
  dev: false,
  router: { instance: router, path: APPLICATION_PREFIX },
  invalidation: false,
  transform: { assets: { cors: false } },
  assets: {
    purge: false,
    fileOptions: [
      { files: "**", ignore, cacheControl: CACHING.others },
      { files: "assets/**", ignore, cacheControl: CACHING.assets },
    ],
  },
});
