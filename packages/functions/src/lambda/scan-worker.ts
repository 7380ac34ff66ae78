import { handleMessage } from "@knockon/core/scan/handle-message";
import { composeBlobStore } from "../compose/aws/blob-store.ts";
import { composeEncryptionKeys } from "../compose/aws/encryption-keys.ts";
import { composeExtractor } from "../compose/aws/extractor.ts";
import { composeGitHosts } from "../compose/aws/git-hosts.ts";
import { composeQueue } from "../compose/aws/queue.ts";
import { sqsHandler } from "./sqs-handler.ts";

/** Handles scan messages. */
export const handler = sqsHandler(handleMessage, [
  composeQueue,
  composeBlobStore,
  composeGitHosts,
  composeEncryptionKeys,
  composeExtractor,
]);
