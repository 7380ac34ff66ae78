import { isRateLimited } from "@knockon/contract/operation";
import { OPERATIONS } from "@knockon/contract/operations/all";
import { STREAMED_OPERATIONS } from "@knockon/functions/streamed-operations";
import { type Assertions, compareLists, functionOf } from "./assertion.ts";

const STREAMS = STREAMED_OPERATIONS.map((operation) => `Stream${functionOf(operation)}`);
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
  ...STREAMS,
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
  "ses:SendEmail": ["SignIn", "CreateInvitation"],
};

const OF_SESSIONS = OPERATIONS.filter(({ auth }) => auth.credentials.includes("session")).map(functionOf);

const OF_PAYMENTS = OPERATIONS.filter(({ asksProcessor }) => asksProcessor).map(functionOf);

/** Every secret that reaches a function, and whom. The database's URL is everybody's who asks the database. */
const SECRETS: Record<string, readonly string[]> = {
  SESSION_SECRET: [...OF_SESSIONS, ...STREAMS, "FinishGithubInstallation", "SignIn"],
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
  STRIPE_SECRET_KEY: [...OF_PAYMENTS, "ScanSweeper"],
  STRIPE_WEBHOOK_SECRET: ["ReceivePaymentsWebhook"],
  GITHUB_CLIENT_SECRET: ["SignIn"],
  GITLAB_CLIENT_SECRET: ["SignIn"],
  // Whom it does not reach takes the signal for off: the collector would delete every day what the worker read.
  OWNERSHIP_SIGNAL_ENABLED: [
    "ExportWorkspace",
    "StreamExportWorkspace",
    "GetImpact",
    "GetOwnership",
    "GetRepositoryContext",
    "GetRepositoryImpact",
    "ListOwnershipRiskPeople",
    "ListOwnershipRisks",
    "ScanWorker",
    "GarbageCollector",
  ],
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

  "secrets reach whom they are for": ({ functions }) =>
    Object.entries(SECRETS).flatMap(([secret, names]) =>
      compareLists(
        functions.filter(({ variables }) => secret in variables).map(({ name }) => `${name} has ${secret}`),
        names.map((name) => `${name} has ${secret}`),
      ),
    ),

  "permissions name what they are for": ({ functions }) =>
    functions
      .filter(({ statements }) => statements.some(({ resources }) => resources.includes("*")))
      .map(({ name }) => `${name}: every resource`),
};
