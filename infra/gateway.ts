import { router } from "./router.ts";
import { stagePolicy } from "./stage.ts";

/** The gateway answers no preflight itself: the functions know which origins are allowed. */
export const api = new sst.aws.ApiGatewayV2("Api", {
  cors: false,
  accessLog: { retention: stagePolicy($app.stage).logRetention },
});

/** All that is nobody else's, what is unknown too: its 404 is the API's. */
router.route("/", api.url, { readTimeout: "30 seconds" });
