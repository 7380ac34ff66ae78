import { STREAMED_OPERATIONS, streamFunctionOf } from "@knockon/functions/streamed-operations";
import { createFunction } from "./function.ts";
import { operationGrants } from "./operation-grants.ts";
import { router } from "./router.ts";
import { streamPrefix } from "./router/viewer-request.ts";

/** Their URLs are open, as the gateway is: each asks for the operation's credential itself. */
export const streamFunctions = new Map(
  STREAMED_OPERATIONS.map((operation) => {
    const bundle = streamFunctionOf(operation.id);
    const name = bundle.replace(/^./u, (letter) => letter.toUpperCase());
    const path = streamPrefix(operation.id);
    const streaming = createFunction(name, {
      bundle,
      memory: "1769 MB",
      timeout: "5 minutes",
      grants: operationGrants(operation),
      streamedTo: {
        instance: router,
        path,
        rewrite: { regex: `^${path}`, to: "" },
        readTimeout: "60 seconds",
      },
    });
    return [name, streaming];
  }),
);
