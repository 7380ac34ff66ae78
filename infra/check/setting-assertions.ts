import { OPERATIONS } from "@knockon/contract/operations/all";
import { STREAMED_OPERATIONS } from "@knockon/functions/operation-needs";
import { type Assertions, compareLists, functionOf } from "./assertion.ts";
import type { Cloud } from "./cloud.ts";

const STREAMS = STREAMED_OPERATIONS.map((operation) => `Stream${functionOf(operation)}`);
const SESSION_OPERATIONS = OPERATIONS.filter(({ auth }) => auth.credentials.includes("session")).map(
  functionOf,
);
const WITH_SESSIONS = [...SESSION_OPERATIONS, ...STREAMS, "FinishGithubInstallation", "Mcp", "SignIn"];
const PAYMENT_OPERATIONS = OPERATIONS.filter(({ asksProcessor }) => asksProcessor).map(functionOf);

/** Settings and the functions that have them. */
const OWNERS: Record<string, readonly string[]> = {
  SESSION_SECRET: WITH_SESSIONS,
  ALLOWED_ORIGINS: [...WITH_SESSIONS, "NotFound"],
  // Each creates links to the application.
  APP_URL: [
    ...PAYMENT_OPERATIONS,
    "BeginGithubInstallation",
    "CreateInvitation",
    "FinishGithubInstallation",
    "Mcp",
    "ScanSweeper",
    "ScanWorker",
    "SignIn",
  ],
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
  STRIPE_LIVEMODE: [...PAYMENT_OPERATIONS, "ScanSweeper"],
  STRIPE_WEBHOOK_SECRET: ["ReceivePaymentsWebhook"],
  GITHUB_CLIENT_SECRET: ["SignIn"],
  GITLAB_CLIENT_SECRET: ["SignIn"],
  MAIL_SENDER: ["CreateInvitation", "SignIn"],
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
    "ListRepositories",
    "Mcp",
    "ScanWorker",
    "GarbageCollector",
  ],
};

/** The setting that names the resource of a permission. */
const RESOURCES: Record<string, RegExp> = {
  SCAN_QUEUE_URL: /^sqs:SendMessage$/u,
  BLOB_BUCKET: /^s3:/u,
  RATE_LIMIT_TABLE: /^dynamodb:/u,
};

const valuesOf = ({ stage, address }: Cloud): Record<string, string> => ({
  DATABASE_URL: "postgres://database.test",
  SCAN_QUEUE_URL: "https://ScanQueueQueue.test",
  BLOB_BUCKET: "BlobsBucket",
  RATE_LIMIT_TABLE: "RateLimitTable",
  RATELIMIT_AUTHENTICATED_MUTATIONS: "60",
  STRIPE_LIVEMODE: String(stage === "production"),
  APP_URL: address,
  ALLOWED_ORIGINS: address,
});

export const settingAssertions: Assertions = {
  "settings and secrets reach exactly the functions that need them": ({ functions }) =>
    Object.entries({
      ...OWNERS,
      DATABASE_URL: functions.map(({ name }) => name).filter((name) => name !== "NotFound"),
    }).flatMap(([setting, names]) =>
      compareLists(
        functions.filter(({ variables }) => setting in variables).map(({ name }) => `${name} has ${setting}`),
        names.map((name) => `${name} has ${setting}`),
      ),
    ),

  "functions know the queue, bucket and table that they may use": ({ functions }) =>
    functions.flatMap(({ name, variables, statements }) => {
      const actions = statements.flatMap((statement) => statement.actions);
      return Object.entries(RESOURCES)
        .filter(([setting, action]) => setting in variables !== actions.some((one) => action.test(one)))
        .map(([setting]) => `${name}: ${setting} is ${variables[setting] ?? "missing"}`);
    }),

  "settings have the stage's values": (cloud) =>
    Object.entries(valuesOf(cloud)).flatMap(([setting, value]) =>
      cloud.functions
        .filter(({ variables }) => setting in variables)
        .map(({ name, variables }) => ({ name, actual: cloud.nameOf(variables[setting] ?? "") }))
        .filter(({ actual }) => actual !== value)
        .map(({ name, actual }) => `${name}: ${setting} is ${actual}`),
    ),
};
