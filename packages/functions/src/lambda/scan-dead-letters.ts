import { handleDeadLetter } from "@knockon/core/scan/handle-dead-letter";
import { composeQueue } from "../compose/aws/queue.ts";
import { sqsHandler } from "./sqs-handler.ts";

/** Handles scan messages that failed too often. */
export const handler = sqsHandler(handleDeadLetter, [composeQueue]);
