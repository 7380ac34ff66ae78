import { isRateLimited } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { type Assertions, compareLists, functionOf } from "./assertion.ts";

const MUTATIONS = OPERATIONS.filter(isRateLimited).map(functionOf);
const QUEUE_WORKERS = ["ScanWorker", "ScanDeadLetters"];
const PUBLISHERS = ["ScanWorker", "DeleteConnectedOrg"];
const GRAPH_READERS = [
  "GetGraph",
  "GetImpact",
  "GetRepositoryImpact",
  "GetConnectedOrgStats",
  "GetWorkspaceStats",
  "ExportWorkspace",
];

/** Every action that any function may take, and who. */
const ALLOWED: Record<string, readonly string[]> = {
  "sqs:SendMessage": [
    "TriggerScan",
    "ReceiveGithubWebhook",
    "ReceiveGitlabWebhook",
    ...QUEUE_WORKERS,
    "ScanSweeper",
  ],
  "sqs:ReceiveMessage": QUEUE_WORKERS,
  "sqs:DeleteMessage": QUEUE_WORKERS,
  "sqs:GetQueueAttributes": QUEUE_WORKERS,
  "s3:GetObject": [...GRAPH_READERS, ...PUBLISHERS],
  "s3:ListBucket": [...GRAPH_READERS, ...PUBLISHERS, "GarbageCollector"],
  "s3:PutObject": PUBLISHERS,
  "s3:DeleteObject": ["GarbageCollector"],
  "dynamodb:GetItem": MUTATIONS,
  "dynamodb:UpdateItem": MUTATIONS,
};

const ALLOWED_PAIRS = Object.entries(ALLOWED).flatMap(([action, names]) =>
  names.map((name) => `${name} may ${action}`),
);

export const permissionAssertions: Assertions = {
  "functions may do what they need and no more": ({ functions }) =>
    compareLists(
      functions.flatMap(({ name, statements }) =>
        statements.flatMap(({ actions }) => actions.map((action) => `${name} may ${action}`)),
      ),
      ALLOWED_PAIRS,
    ),

  "permissions name what they are for": ({ functions }) =>
    functions
      .filter(({ statements }) => statements.some(({ resources }) => resources.includes("*")))
      .map(({ name }) => `${name}: every resource`),
};
