import { servedPaths } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { router } from "./router.ts";
import { stagePolicy } from "./stage.ts";

/** The gateway answers no preflight itself: the functions know which origins are allowed. */
export const api = new sst.aws.ApiGatewayV2("Api", {
  cors: false,
  accessLog: { retention: stagePolicy($app.stage).logRetention },
});

const firstSegment = (path: string): string => `/${path.split("/")[1]}`;

const PATHS = new Set([
  ...OPERATIONS.flatMap(servedPaths).map(firstSegment),
  "/healthz",
  "/readyz",
  "/openapi.json",
  "/docs",
]);

for (const path of PATHS) router.route(path, api.url, { readTimeout: "30 seconds" });

/** Until the application is there, its address leads to the API's description. */
router.route("/", api.url, { readTimeout: "30 seconds" });
