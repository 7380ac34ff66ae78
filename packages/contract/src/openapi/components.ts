import type { Credential, SignatureHeader } from "../operation.ts";
import type { OpenApiHeader, Parameter, Reference, SecurityScheme } from "./document.ts";

export const SECURITY_SCHEMES = {
  ApiKeyHeader: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "Workspace API key (`svc_live_…`). Acts as the Owner of its workspace.",
  },
  BearerKey: {
    type: "http",
    scheme: "bearer",
    description: "Workspace API key as a bearer token. Values that do not start with `svc_` are ignored.",
  },
  GitHubSignature: {
    type: "apiKey",
    in: "header",
    name: "X-Hub-Signature-256",
    description:
      "`sha256=` followed by the HMAC-SHA256 of the raw body, keyed with the webhook secret of the org or of the GitHub App.",
  },
  GitLabToken: {
    type: "apiKey",
    in: "header",
    name: "X-Gitlab-Token",
    description: "Webhook secret of the org.",
  },
  StripeSignature: {
    type: "apiKey",
    in: "header",
    name: "Stripe-Signature",
    description: "Stripe's signature of the raw body, at most 300 seconds old.",
  },
  SessionCookie: {
    type: "apiKey",
    in: "cookie",
    name: "service_access",
    description: "Browser session. Mutations must come from an allowed origin.",
  },
} as const satisfies Record<string, SecurityScheme>;

export const SCHEMES_OF: Record<Credential, readonly (keyof typeof SECURITY_SCHEMES)[]> = {
  key: ["ApiKeyHeader", "BearerKey"],
  session: ["SessionCookie"],
};

export const SCHEME_OF_SIGNATURE: Record<SignatureHeader, keyof typeof SECURITY_SCHEMES> = {
  "X-Hub-Signature-256": "GitHubSignature",
  "X-Gitlab-Token": "GitLabToken",
  "Stripe-Signature": "StripeSignature",
};

export const PARAMETERS: Record<"XWorkspaceId" | "IdempotencyKey", Parameter> = {
  IdempotencyKey: {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description:
      "Unique key chosen by the client, valid for 24 hours. A repeated request with the same key and body is executed once and returns the first response.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  XWorkspaceId: {
    name: "X-Workspace-Id",
    in: "header",
    required: false,
    description:
      "Workspace ID. Required for sessions of users who belong to several workspaces, unless the path identifies the workspace. Not needed with an API key.",
    schema: { type: "string", format: "uuid" },
  },
};

export const HEADERS = {
  "X-Request-ID": {
    description: "Request ID, as in the service's logs. A well-formed ID in the request is kept.",
    required: true,
    schema: { type: "string" },
  },
  "X-Total-Count": {
    description: "Total number of matching items across all pages.",
    required: true,
    schema: { type: "integer", minimum: 0 },
  },
  "X-Unnamed-Count": {
    description:
      "Number of items that the list leaves out because they name a repository that its readers might not see. Only if the naming rule applies to the answer.",
    required: false,
    schema: { type: "integer", minimum: 0 },
  },
  Location: {
    description: "Redirect URL.",
    required: true,
    schema: { type: "string", format: "uri" },
  },
  "Content-Disposition": {
    description: "File name of the download.",
    required: true,
    schema: { type: "string", examples: ['attachment; filename="acme-2026-05-12.json"'] },
  },
  "WWW-Authenticate": { description: "`Bearer`.", required: true, schema: { type: "string" } },
  "Retry-After": {
    description: "Seconds to wait before retrying.",
    required: true,
    schema: { type: "integer", minimum: 1 },
  },
  "RateLimit-Policy": {
    description:
      "Quota (`q`) of mutations per window of `w` seconds. Absent if the rate limiter is unavailable.",
    required: false,
    schema: { type: "string", examples: ['"mutations";q=60;w=60'] },
  },
  RateLimit: {
    description: "Remaining mutations (`r`), and seconds until more are available (`t`).",
    required: false,
    schema: { type: "string", examples: ['"mutations";r=59;t=120'] },
  },
} as const satisfies Record<string, OpenApiHeader>;

type HeaderName = keyof typeof HEADERS;
export const RATE_HEADERS: readonly HeaderName[] = ["RateLimit-Policy", "RateLimit"];

export const refersToHeaders = (...names: HeaderName[]): Record<string, Reference> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

/** Sections of the reference, in order. Each names the module of its routes in `api/routes`. */
export const TAGS: Readonly<Record<string, string>> = {
  workspaces: "Workspaces group connected orgs, members and a plan.",
  members: "Members, their roles, and invitations.",
  "api keys": "Credentials for programmatic access. Each key belongs to one workspace.",
  billing: "Plans, seats, subscriptions, invoices and credit notes.",
  "connected orgs": "Organizations of repositories on a git host.",
  "github installations": "Installations of the GitHub App that orgs can be connected through.",
  scans: "Jobs that read the repositories of a connected org.",
  repositories: "Repositories, their dependencies and their dependents.",
  graph: "The dependency graph, and the impact of a change.",
  checks: "What a change breaks in other repositories, and what is broken already.",
  artifacts: "Images, packages and modules that repositories produce and consume.",
  ownership: "Bus factors and key-person risks. Opt-in.",
  webhooks: "Events from git hosts and the payment processor.",
};
