import { isRateLimited } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { STREAMED_OPERATIONS } from "@knockon/functions/operation-needs";
import { type Assertions, compareLists, functionOf } from "./assertion.ts";

const STREAMS = STREAMED_OPERATIONS.map((operation) => `Stream${functionOf(operation)}`);
const MUTATIONS = [...OPERATIONS.filter(isRateLimited).map(functionOf), "Mcp"];
const QUEUE_WORKERS = ["ScanWorker", "ScanDeadLetters"];
const PUBLISHERS = ["ScanWorker", "DeleteConnectedOrg"];
const GRAPH_READERS = [
  "CheckChange",
  "GetGraph",
  "GetImpact",
  "GetRepositoryImpact",
  "GetConnectedOrgStats",
  "GetWorkspaceStats",
  "ExportWorkspace",
  "Mcp",
  ...STREAMS,
];

/** Every permitted action, and the functions that may take it. */
const ALLOWED: Record<string, readonly string[]> = {
  "sqs:SendMessage": [
    "TriggerScan",
    "ReceiveGithubWebhook",
    "ReceiveGitlabWebhook",
    "RerunChangeCheck",
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
  "ses:SendEmail": ["SignIn", "CreateInvitation"],
};

const SESSION_OPERATIONS = OPERATIONS.filter(({ auth }) => auth.credentials.includes("session")).map(
  functionOf,
);

const PAYMENT_OPERATIONS = OPERATIONS.filter(({ asksProcessor }) => asksProcessor).map(functionOf);

/** Secrets and the functions that have them, except for the database URL, which all functions with a database have. */
const SECRETS: Record<string, readonly string[]> = {
  SESSION_SECRET: [...SESSION_OPERATIONS, ...STREAMS, "FinishGithubInstallation", "Mcp", "SignIn"],
  ENCRYPTION_KEYS: [
    "CreateConnectedOrg",
    "CreateWebhookSecret",
    "ReceiveGithubWebhook",
    "ReceiveGitlabWebhook",
    "TestConnectedOrg",
    "UpdateConnectedOrg",
    "ScanWorker",
  ],
  GITHUB_APP_PRIVATE_KEY: [
    "CreateConnectedOrg",
    "FinishGithubInstallation",
    "TestConnectedOrg",
    "ScanWorker",
  ],
  GITHUB_APP_CLIENT_SECRET: ["BeginGithubInstallation", "FinishGithubInstallation"],
  GITHUB_APP_WEBHOOK_SECRET: ["ReceiveGithubWebhook"],
  STRIPE_SECRET_KEY: [...PAYMENT_OPERATIONS, "ScanSweeper"],
  STRIPE_WEBHOOK_SECRET: ["ReceivePaymentsWebhook"],
  GITHUB_CLIENT_SECRET: ["SignIn"],
  GITLAB_CLIENT_SECRET: ["SignIn"],
  // A function without it treats the signal as off: the collector would delete daily what the worker reads.
  OWNERSHIP_SIGNAL_ENABLED: [
    "ExportWorkspace",
    "StreamExportWorkspace",
    "GetImpact",
    "GetOwnership",
    "GetRepositoryContext",
    "GetRepositoryImpact",
    "ListOwnershipRiskPeople",
    "ListOwnershipRisks",
    "Mcp",
    "ScanWorker",
    "GarbageCollector",
  ],
};

const ALLOWED_PAIRS = Object.entries(ALLOWED).flatMap(([action, names]) =>
  names.map((name) => `${name} may ${action}`),
);

export const permissionAssertions: Assertions = {
  "functions have exactly the permissions they need": ({ functions }) =>
    compareLists(
      functions.flatMap(({ name, statements }) =>
        statements.flatMap(({ actions }) => actions.map((action) => `${name} may ${action}`)),
      ),
      ALLOWED_PAIRS,
    ),

  "secrets reach exactly the functions that need them": ({ functions }) =>
    Object.entries(SECRETS).flatMap(([secret, names]) =>
      compareLists(
        functions.filter(({ variables }) => secret in variables).map(({ name }) => `${name} has ${secret}`),
        names.map((name) => `${name} has ${secret}`),
      ),
    ),

  "permissions name their resources": ({ functions }) =>
    functions
      .filter(({ statements }) => statements.some(({ resources }) => resources.includes("*")))
      .map(({ name }) => `${name}: every resource`),
};
