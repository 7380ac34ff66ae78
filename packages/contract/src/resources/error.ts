import * as z from "zod";
import { FEATURES } from "../vocabulary/billing.ts";
import { count, uuid, RepositoryReference } from "./fields.ts";

export const ErrorBody = z.object({ detail: z.string() }).meta({ id: "Error" });

export const PlanError = ErrorBody.extend({
  code: z.string().meta({ examples: ["plan_feature_required", "org_connection_limit", "payment_declined"] }),
  feature: z.enum(FEATURES).optional(),
  limit: count.optional(),
  used: count.optional(),
  decline_code: z.string().optional().meta({ description: "Decline code of the payment processor." }),
}).meta({ id: "PlanError" });

export const ConflictError = ErrorBody.extend({
  scan_id: uuid.optional().meta({ description: "ID of the scan in flight." }),
  connected_org_id: uuid.optional().meta({ description: "ID of the org that has the folder." }),
  code: z
    .string()
    .optional()
    .meta({ examples: ["no_subscription", "plan_limits_exceeded"] }),
  exceeded: z
    .array(z.object({ limit: z.enum(["seats", "org_connections"]), allowed: count, used: count }))
    .optional()
    .meta({ description: "Every limit that current usage exceeds." }),
  candidates: z
    .array(RepositoryReference)
    .optional()
    .meta({ description: "Repositories that match the lookup." }),
}).meta({ id: "ConflictError" });

export const RateLimitError = ErrorBody.extend({
  retry_after: z.int().min(1).meta({ description: "Seconds to wait before retrying, as in `Retry-After`." }),
}).meta({ id: "RateLimitError" });

export const ServerError = ErrorBody.extend({
  request_id: z.string().meta({ description: "ID of the request in the service's log." }),
}).meta({ id: "ServerError" });

export const ValidationError = z
  .object({
    detail: z.array(
      z.object({
        loc: z.array(z.union([z.string(), z.int()])).meta({
          description: "Path to the invalid value. Starts with `path`, `query`, `header` or `body`.",
        }),
        msg: z.string(),
        type: z.string(),
        ctx: z.record(z.string(), z.unknown()).optional(),
        input: z.unknown().optional(),
      }),
    ),
  })
  .meta({ id: "ValidationError" });
export type ValidationError = z.infer<typeof ValidationError>;
