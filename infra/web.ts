import { CACHING } from "@knockon/web/application-headers";
import { APPLICATION_PREFIX } from "./router/viewer-request.ts";
import { router } from "./router.ts";

/** The router compresses by itself. */
const ignore = ["**/*.br", "**/*.gz", ".built-from"];

/** What `npm run build:web` made. A page that was opened before a deployment still finds its own parts. */
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
