import { stagePolicy } from "./stage.ts";

/** The gateway answers no preflight itself: the functions know which origins are allowed. */
export const api = new sst.aws.ApiGatewayV2("Api", {
  cors: false,
  accessLog: { retention: stagePolicy($app.stage).logRetention },
});
