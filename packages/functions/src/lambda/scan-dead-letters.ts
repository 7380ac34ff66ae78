import { handleDeadLetter } from "@knockon/core/scan/handle-dead-letter";
import { composeQueue } from "../compose/aws-ports.ts";
import { sqsHandler } from "./sqs-handler.ts";

/** Handles scan messages that the worker failed on too often. */
export const handler = sqsHandler(handleDeadLetter, [composeQueue]);
