import { handleMessage } from "@knockon/core/scan/handle-message";
import {
  composeBlobStore,
  composeEncryptionKeys,
  composeExtractor,
  composeGitHosts,
  composeQueue,
} from "../compose/aws-ports.ts";
import { sqsHandler } from "./sqs-handler.ts";

/** Handles scan messages. */
export const handler = sqsHandler(handleMessage, [
  composeQueue,
  composeBlobStore,
  composeGitHosts,
  composeEncryptionKeys,
  composeExtractor,
]);
