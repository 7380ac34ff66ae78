import { handleDeadLetter } from "@knockon/core/scan/handle-dead-letter";
import { composeQueue } from "../compose/aws/queue.ts";
import { sqsHandler } from "./sqs-handler.ts";

/** The scan's messages that the worker failed at too often. */
export const handler = sqsHandler(handleDeadLetter, [composeQueue]);
