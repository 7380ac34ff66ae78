import { isRateLimited } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { STREAMED_OPERATIONS } from "@knockon/functions/operation-needs";
import { type Assertions, compareLists, functionOf } from "./assertion.ts";

const STREAMS = STREAMED_OPERATIONS.map((operation) => `Stream${functionOf(operation)}`);
const MUTATIONS = [...OPERATIONS.filter(isRateLimited).map(functionOf), "Mcp"];
const LOG_POLICY = "arn:aws:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole";
const PUBLISHERS = ["ScanWorker", "DeleteConnectedOrg"];
const GRAPH_READERS = [
  "CheckChange",
  "GetGraph",
  "GetImpact",
  "GetRepositoryImpact",
  "GetConnectedOrgStats",
  "GetWorkspaceStats",
  "ExportWorkspace",
  "ListRepositories",
  "Mcp",
  ...STREAMS,
];

const SCAN_QUEUE = "ScanQueueQueue";
const DEAD_LETTERS = "ScanQueueDeadLettersQueue";
const OBJECTS = "BlobsBucket/*";
const BUCKET = "BlobsBucket";
const COUNTERS = "RateLimitTable";

/** Every permitted action by resource, and the functions that may take it. */
const ALLOWED: Record<string, Record<string, readonly string[]>> = {
  "sqs:SendMessage": {
    [SCAN_QUEUE]: [
      "TriggerScan",
      "ReceiveGithubWebhook",
      "ReceiveGitlabWebhook",
      "RerunChangeCheck",
      "ScanWorker",
      "ScanDeadLetters",
      "ScanSweeper",
    ],
  },
  "sqs:ReceiveMessage": { [SCAN_QUEUE]: ["ScanWorker"], [DEAD_LETTERS]: ["ScanDeadLetters"] },
  "sqs:DeleteMessage": { [SCAN_QUEUE]: ["ScanWorker"], [DEAD_LETTERS]: ["ScanDeadLetters"] },
  "sqs:GetQueueAttributes": { [SCAN_QUEUE]: ["ScanWorker"], [DEAD_LETTERS]: ["ScanDeadLetters"] },
  "s3:GetObject": { [OBJECTS]: [...GRAPH_READERS, ...PUBLISHERS] },
  "s3:ListBucket": { [BUCKET]: [...GRAPH_READERS, ...PUBLISHERS, "GarbageCollector"] },
  "s3:PutObject": { [OBJECTS]: PUBLISHERS },
  "s3:DeleteObject": { [OBJECTS]: ["GarbageCollector"] },
  "dynamodb:GetItem": { [COUNTERS]: MUTATIONS },
  "dynamodb:UpdateItem": { [COUNTERS]: MUTATIONS },
  "ses:SendEmail": {
    "identity/no-reply@knockon.test": ["SignIn", "CreateInvitation"],
    "identity/knockon.test": ["SignIn", "CreateInvitation"],
  },
};

const ALLOWED_ACTIONS = Object.entries(ALLOWED).flatMap(([action, resources]) =>
  Object.entries(resources).flatMap(([resource, names]) =>
    names.map((name) => `${name} may ${action} on ${resource}`),
  ),
);

/** `arn:aws:s3:us-east-1:123456789012:bucket:BlobsBucket/*` → `BlobsBucket/*`. Without an ARN, the whole text. */
const resourceOf = (arn: string): string =>
  arn
    .split(":")
    .slice(arn.includes(":::") ? 0 : -1)
    .join(":");

export const permissionAssertions: Assertions = {
  "functions may take exactly the actions they need, on the resources they need": ({ functions }) =>
    compareLists(
      functions.flatMap(({ name, statements }) =>
        statements.flatMap(({ actions, resources }) =>
          actions.flatMap((action) => resources.map((arn) => `${name} may ${action} on ${resourceOf(arn)}`)),
        ),
      ),
      ALLOWED_ACTIONS,
    ),

  "functions have no managed policy except for writing their logs": ({ functions }) =>
    functions
      .filter(({ managedPolicies }) => managedPolicies.join() !== LOG_POLICY)
      .map(({ name, managedPolicies }) => `${name}: ${managedPolicies.join()}`),

  "schedules may invoke only their function": ({ schedules }) =>
    schedules
      .filter(({ functionName, invokes }) => invokes.join() !== functionName)
      .map(({ functionName, invokes }) => `${functionName}: ${invokes.join()}`),
};
