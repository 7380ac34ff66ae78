import type { z } from "zod";
import type { Feature } from "./vocabulary/billing.ts";
import type { Role } from "./vocabulary/scan.ts";

export type Credential = "key" | "session";

export type SignatureHeader = "X-Hub-Signature-256" | "X-Gitlab-Token" | "Stripe-Signature";

export interface OperationAuth {
  /**
   * Accepted credentials. "signature": the operation verifies the request's signature. "none": a browser redirect from
   * another service, where the operation uses the session if there is one and always redirects.
   */
  credentials: readonly Credential[] | "none" | "signature";
  /** The lowest role allowed. Null for operations on the user instead of a workspace. Keys are Owner-equivalent. */
  role: Role | null;
  signatureHeader?: SignatureHeader;
  /** The plan feature required. */
  feature?: Feature;
  /** Mutations of authenticated callers are rate-limited unless exempt. */
  rate?: "exempt";
}

export interface OperationInput {
  id: string;
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Under `/api/v1`, parameters in braces as OpenAPI writes them: `/scans/{scan_id}`. */
  path: `/${string}`;
  summary: string;
  /** Markdown, limited to inline code. */
  description: string;
  tag: string;
  auth: OperationAuth;
  params?: z.ZodObject;
  query?: z.ZodObject;
  /** The response to an invalid query, instead of 422. */
  invalidQuery?: { status: 400; detail: string };
  body?: z.ZodObject;
  /** The success status. */
  status: 200 | 201 | 202 | 204 | 302;
  response: z.ZodType;
  /** Error statuses other than the common ones (401, 404, 422, 429, 500) and those that follow from `auth`. */
  errors: readonly (400 | 402 | 409 | 429 | 503)[];
  /** Calls the payment processor. Fails without it only if `errors` includes 503. */
  asksProcessor?: true;
  /** Supports `Idempotency-Key`. */
  idempotent?: true;
  /** A list: sends `X-Total-Count`, and is also available as CSV. */
  counted?: boolean;
  /** A list that the naming rule of the workspace can shorten: sends `X-Unnamed-Count`. */
  named?: boolean;
  /** The field of the response that contains the items of a list, if the response is not an array. */
  items?: string;
  /** Changes nothing, although the method is POST: the question is too long for a URL. */
  reads?: true;
  /** Streams a file, which may be larger than memory. */
  streamed?: boolean;
}

export type ResponseOf<T extends OperationInput> = z.output<T["response"]>;

/** Declares an endpoint. Validation, the OpenAPI document, the gateway route and the client derive from it. */
export const operation = <const T extends OperationInput>(declared: T): T => declared;

/** Whether calls count against the mutation limit: authenticated, not a GET, and not exempt. */
export const isRateLimited = ({ method, auth }: OperationInput): boolean =>
  method !== "GET" && typeof auth.credentials !== "string" && auth.rate !== "exempt";

export const API_PREFIX = "/api/v1";

/** The prefix of the sign-in endpoints, which are not operations. */
export const SIGN_IN_PATH = `${API_PREFIX}/auth`;

/** Operations that the specification writes without the prefix. Also served without it, as undocumented aliases. */
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

/** Returns every path of an operation, the canonical one first. */
export const servedPaths = ({ method, path }: Pick<OperationInput, "method" | "path">): `/${string}`[] =>
  BARE.has(`${method} ${path}`) ? [`${API_PREFIX}${path}`, path] : [`${API_PREFIX}${path}`];
