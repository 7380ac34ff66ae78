import type { z } from "zod";
import { producer } from "../examples/organization.ts";
import { ORG_ID, SCAN_ID } from "../examples/ids.ts";
import { isRateLimited, type OperationAuth, type OperationInput } from "../operation.ts";
import {
  ConflictError,
  ErrorBody,
  PlanError,
  RateLimitError,
  ServerError,
  ValidationError,
} from "../resources/error.ts";

export interface ErrorKind {
  description: string;
  schema: z.ZodType;
  example: object;
}

export const ERRORS = {
  400: {
    description: "The request is well-formed but cannot be interpreted.",
    schema: ErrorBody,
    example: { detail: "You belong to several workspaces. Specify one in the X-Workspace-Id header." },
  },
  401: {
    description: "Missing or invalid credential.",
    schema: ErrorBody,
    example: {
      detail: "Authentication required. Provide X-API-Key, Authorization: Bearer <key>, or log in.",
    },
  },
  402: {
    description: "The plan does not include it, or the payment was declined.",
    schema: PlanError,
    example: {
      detail: "The free plan does not include artifact_dashboard.",
      code: "plan_feature_required",
      feature: "artifact_dashboard",
    },
  },
  403: {
    description: "The caller's role does not allow it.",
    schema: ErrorBody,
    example: { detail: "This operation requires the role admin or above." },
  },
  404: {
    description: "The resource does not exist or belongs to another workspace.",
    schema: ErrorBody,
    example: { detail: "Not found." },
  },
  409: {
    description: "The state of the resource does not allow it.",
    schema: ConflictError,
    example: { detail: "The scan is already completed." },
  },
  422: {
    description: "The request is invalid. Lists every issue.",
    schema: ValidationError,
    example: { detail: [{ loc: ["path", "workspace_id"], msg: "Invalid UUID", type: "invalid_format" }] },
  },
  429: {
    description: "Rate limit exceeded.",
    schema: RateLimitError,
    example: { detail: "Too many requests. Try again in 7 s.", retry_after: 7 },
  },
  500: {
    description: "Internal error.",
    schema: ServerError,
    example: { detail: "Internal server error.", request_id: "b8f0e1d2-77aa-4a6d-9f04-3a0c5b1e2d10" },
  },
  503: {
    description: "A required service is not configured or not available. Nothing was changed.",
    schema: ErrorBody,
    example: { detail: "The payment processor does not answer. Nothing was changed; try again later." },
  },
} as const satisfies Record<number, ErrorKind>;

export type ErrorStatus = keyof typeof ERRORS;

const DECLINED = {
  detail: "The payment was declined. Nothing was changed; update the payment method and try again.",
  code: "payment_declined",
  decline_code: "insufficient_funds",
};
const NO_SUBSCRIPTION = { detail: "The workspace has no subscription.", code: "no_subscription" };
const EXCEEDED = {
  detail: "The pro plan's limits are exceeded: 12 of 10 seats in use.",
  code: "plan_limits_exceeded",
  exceeded: [{ limit: "seats", allowed: 10, used: 12 }],
};
const SEVERAL_MATCH = { detail: "More than one repository matches.", candidates: [producer] };

/** Examples of operations whose errors differ from the default. */
const EXAMPLES: Readonly<Record<string, object>> = {
  "400 lookupRepository": { detail: "Provide exactly one of url and full_path, and no other parameter." },
  "400 checkChange": {
    detail: "Give exactly one of `repository_id`, `url`, `full_path` and `artifact_id`.",
  },
  "400 getImpact": { detail: "Give exactly one of `repository_id`, `url`, `full_path` and `artifact_id`." },
  "402 createConnectedOrg": {
    detail: "The free plan includes 1 connected orgs.",
    code: "org_connection_limit",
    limit: 1,
    used: 1,
  },
  "409 createConnectedOrg": {
    detail: 'The folder is already connected as "acme".',
    code: "already_connected",
    connected_org_id: ORG_ID,
  },
  "402 addSeats": DECLINED,
  "402 removeSeats": DECLINED,
  "402 changePlan": DECLINED,
  "400 receivePaymentsWebhook": { detail: "Invalid signature" },
  "409 openCheckout": { detail: "The workspace already has a subscription.", code: "subscription_exists" },
  "409 openPortal": {
    detail: "The workspace has no customer at the payment processor yet.",
    code: "no_customer",
  },
  "409 addSeats": NO_SUBSCRIPTION,
  "409 previewSeats": NO_SUBSCRIPTION,
  "409 removeSeats": EXCEEDED,
  "409 changePlan": EXCEEDED,
  "409 previewPlanChange": EXCEEDED,
  "409 cancelSubscription": { detail: "The cancellation is already scheduled.", code: "already_scheduled" },
  "409 resumeSubscription": {
    detail: "No cancellation is scheduled.",
    code: "nothing_scheduled",
  },
  "409 lookupRepository": SEVERAL_MATCH,
  "409 getImpact": SEVERAL_MATCH,
  "409 checkChange": SEVERAL_MATCH,
  "409 triggerScan": { detail: "A scan of this organization is already in progress.", scan_id: SCAN_ID },
  "409 createInvitation": { detail: "This address has an open invitation." },
  "409 acceptInvitation": { detail: "You are already a member of this workspace." },
  "409 transferWorkspace": { detail: "You are already the Owner." },
};

export const errorExample = (status: ErrorStatus, { id }: OperationInput): object =>
  EXAMPLES[`${status} ${id}`] ?? ERRORS[status].example;

/** The error statuses of an operation: common ones, those that follow from `auth`, and those it declares. */
export function errorStatuses(operation: OperationInput): Set<ErrorStatus> {
  const { auth, errors } = operation;
  if (auth.credentials === "signature") return new Set([422, 500, ...errors]);
  if (auth.credentials === "none") return new Set([500, ...errors]);
  const statuses = new Set<ErrorStatus>([401, 404, 422, 500, ...errors]);
  const isOfSession = auth.credentials.includes("session");
  // A user with several workspaces must specify one, unless the path does.
  if (isOfSession && auth.role !== null && !operation.params) statuses.add(400);
  if (auth.feature) statuses.add(402);
  // The role is too low, the operation requires a session, or the origin is not allowed.
  if (operation.method !== "GET" || !auth.credentials.includes("key") || isAboveViewer(auth))
    statuses.add(403);
  if (isRateLimited(operation)) statuses.add(429);
  return statuses;
}

/** Whether the operation requires a key or a session. */
export const isAuthenticated = ({ auth }: OperationInput): boolean => typeof auth.credentials !== "string";

const isAboveViewer = ({ role }: OperationAuth): boolean => role !== null && role !== "viewer";
