import type { Credential, SignatureHeader } from "../operation.ts";
import type { OpenApiHeader, Parameter, Reference, SecurityScheme } from "./document.ts";

export const SECURITY_SCHEMES = {
  ApiKeyHeader: {
    type: "apiKey",
    in: "header",
    name: "X-API-Key",
    description: "A workspace API key, `svc_live_…`. It acts as the Owner of its workspace.",
  },
  BearerKey: {
    type: "http",
    scheme: "bearer",
    description: "The same key. What does not begin with `svc_` counts as absent.",
  },
  GitHubSignature: {
    type: "apiKey",
    in: "header",
    name: "X-Hub-Signature-256",
    description:
      "`sha256=` and the HMAC of the body's bytes by the org's webhook secret, or the GitHub App's.",
  },
  GitLabToken: {
    type: "apiKey",
    in: "header",
    name: "X-Gitlab-Token",
    description: "The org's webhook secret.",
  },
  StripeSignature: {
    type: "apiKey",
    in: "header",
    name: "Stripe-Signature",
    description: "Stripe's signature of the body's bytes, at most 300 seconds old.",
  },
  SessionCookie: {
    type: "apiKey",
    in: "cookie",
    name: "service_access",
    description: "Of whoever is signed in. What it changes must come from an allowed origin.",
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
      "The caller's own name for a request, kept for a day: sent again with the same body it is done once and answered the same.",
    schema: { type: "string", minLength: 1, maxLength: 255 },
  },
  XWorkspaceId: {
    name: "X-Workspace-Id",
    in: "header",
    required: false,
    description:
      "The workspace that is meant, for a session whose person belongs to several. A key has one of its own and needs none.",
    schema: { type: "string", format: "uuid" },
  },
};

export const HEADERS = {
  "X-Request-ID": {
    description: "Names this request in logs; a well-formed one that the request carried is kept.",
    required: true,
    schema: { type: "string" },
  },
  "X-Total-Count": {
    description: "How many items match, on all pages together.",
    required: true,
    schema: { type: "integer", minimum: 0 },
  },
  Location: {
    description: "Where the browser goes on.",
    required: true,
    schema: { type: "string", format: "uri" },
  },
  "Content-Disposition": {
    description: "The name under which the file is saved.",
    required: true,
    schema: { type: "string", examples: ['attachment; filename="acme-2026-05-12.json"'] },
  },
  "WWW-Authenticate": { description: "`Bearer`.", required: true, schema: { type: "string" } },
  "Retry-After": { description: "Seconds.", required: true, schema: { type: "integer", minimum: 1 } },
  "RateLimit-Policy": {
    description: "How many mutations a key may make in how many seconds. Absent where none could be counted.",
    required: false,
    schema: { type: "string", examples: ['"mutations";q=60;w=60'] },
  },
  RateLimit: {
    description: "How many mutations are left, and for how many seconds there are no more of them.",
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
  "api keys": "Credentials for programmatic access to one workspace.",
  billing: "Plans, seats, subscriptions, invoices and credit notes.",
  "connected orgs": "Organizations of repositories on a git host.",
  "github installations": "Installations of the GitHub App that orgs can be connected through.",
  scans: "Jobs that read the repositories of a connected org.",
  repositories: "Repositories, their dependencies and their dependents.",
  graph: "The dependency graph, and the impact of a change.",
  artifacts: "Images, packages and modules that repositories produce and consume.",
  ownership: "Bus factors and key-person risks. Opt-in.",
  webhooks: "Events from git hosts and the payment processor.",
};
