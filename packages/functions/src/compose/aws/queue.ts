import { sqsQueue } from "@knockon/adapters/queue/sqs";
import type { ComposePort } from "../aws.ts";
import { required } from "../settings.ts";

export const composeQueue: ComposePort = (env) => ({ queue: sqsQueue(required(env, "SCAN_QUEUE_URL")) });
