import type { z } from "zod";
import type { Feature } from "./vocabulary/plan.ts";
import type { Role } from "./vocabulary/scan.ts";

export type Credential = "key" | "session";

export type SignatureHeader = "X-Hub-Signature-256" | "X-Gitlab-Token" | "Stripe-Signature";

export interface OperationAuth {
  /**
   * Which credentials may call it; a signature is checked by the operation itself. "none" is for a browser that another
   * service sends here: the operation looks who is signed in, and refuses nobody in words that only programs read.
   */
  credentials: readonly Credential[] | "none" | "signature";
  /** The least role a session needs; null for what is about the person and no workspace. A key is Owner-equivalent. */
  role: Role | null;
  /** Where a signature stands. */
  signatureHeader?: SignatureHeader;
  /** The plan feature it needs. */
  feature?: Feature;
  /** Mutations of known callers are counted against the limit, but for these. */
  rate?: "exempt";
}

export interface OperationInput {
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Under `/api/v1`, parameters in braces as OpenAPI writes them: `/scans/{scan_id}`. */
  path: `/${string}`;
  summary: string;
  /** What a reader needs beyond the summary; inline code as in Markdown. */
  description: string;
  tag: string;
  auth: OperationAuth;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** A query that does not fit answers so, instead of with 422. */
  invalidQuery?: { status: 400; detail: string };
  body?: z.ZodObject;
  /** The status of success. */
  status: 200 | 201 | 202 | 204 | 302;
  response: z.ZodType;
  /** Statuses beyond those that every operation shares (401, 404, 422, 429, 500) and those that follow from `auth`. */
  errors: readonly (400 | 402 | 409 | 429 | 503)[];
  /** It asks the payment processor. Whether it needs an answer, 503 among its errors says. */
  asksProcessor?: true;
  /** It does once what comes twice with the same `Idempotency-Key`. */
  idempotent?: true;
  /** It answers with `X-Total-Count`. */
  counted?: boolean;
  /** It answers with a file, whose arrays are sent as they are read: it may be larger than memory. */
  streamed?: boolean;
}

/** What a client gets from an operation that succeeds. */
export type ResponseOf<T extends OperationInput> = z.output<T["response"]>;

/** One endpoint, declared once: validation, the OpenAPI document, the gateway's route and the client come out of it. */
export const operation = <const T extends OperationInput>(declared: T): T => declared;

/** Counted against the limit on mutations: everything that is no read, where the caller is known and it is not exempt. */
export const isRateLimited = ({ method, auth }: OperationInput): boolean =>
  method !== "GET" && typeof auth.credentials !== "string" && auth.rate !== "exempt";

export const API_PREFIX = "/api/v1";

/** The sign-in answers everything below it: the one part of the service that is no operation. */
export const SIGN_IN_PATH = `${API_PREFIX}/auth`;

/** Operations that the specification writes without the prefix. They answer bare too, as aliases that no document lists. */
const BARE: ReadonlySet<string> = new Set([
  "DELETE /workspaces/{workspace_id}/api-keys/{key_id}",
  "GET /artifacts/{artifact_id}/versions",
  "GET /connected-orgs/{connected_org_id}/ownership-risk",
  "GET /impact",
  "GET /repositories",
  "GET /repositories/{repository_id}/context",
  "GET /repositories/{repository_id}/dependents",
  "GET /repositories/{repository_id}/ownership",
  "POST /webhooks/github",
  "POST /webhooks/gitlab",
]);

/** Every path that an operation answers on, the canonical one first. */
export const servedPaths = ({ method, path }: Pick<OperationInput, "method" | "path">): `/${string}`[] =>
  BARE.has(`${method} ${path}`) ? [`${API_PREFIX}${path}`, path] : [`${API_PREFIX}${path}`];
