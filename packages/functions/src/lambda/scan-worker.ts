import { handleMessage } from "@knockon/core/scan/handle-message";
import { sqsHandler } from "./sqs-handler.ts";

/** The scan's messages. */
export const handler = sqsHandler(handleMessage);
