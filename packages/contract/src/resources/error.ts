import * as z from "zod";
import { FEATURES } from "../vocabulary/plan.ts";
import { count, uuid } from "./fields.ts";
import { RepositoryReference } from "./repository-reference.ts";

export const ErrorBody = z.object({ detail: z.string() }).meta({ id: "Error" });

export const PlanError = ErrorBody.extend({
  code: z.string().meta({ examples: ["plan_feature_required", "org_connection_limit", "payment_declined"] }),
  feature: z.enum(FEATURES).optional(),
  limit: count.optional(),
  used: count.optional(),
  decline_code: z
    .string()
    .optional()
    .meta({ description: "Why a payment was declined, in the processor's words." }),
}).meta({ id: "PlanError" });

export const ConflictError = ErrorBody.extend({
  scan_id: uuid.optional().meta({ description: "The scan that is under way." }),
  code: z
    .string()
    .optional()
    .meta({ examples: ["no_subscription", "plan_limits_exceeded"] }),
  exceeded: z
    .array(z.object({ limit: z.enum(["seats", "org_connections"]), allowed: count, used: count }))
    .optional()
    .meta({ description: "Every limit that a change would leave exceeded." }),
  candidates: z.array(RepositoryReference).optional().meta({ description: "What a lookup matched." }),
}).meta({ id: "ConflictError" });

export const RateLimitError = ErrorBody.extend({
  retry_after: z.int().min(1).meta({ description: "Seconds, as in `Retry-After`." }),
}).meta({ id: "RateLimitError" });

export const ServerError = ErrorBody.extend({
  request_id: z.string().meta({ description: "Names the request in the service's log." }),
}).meta({ id: "ServerError" });

export const ValidationError = z
  .object({
    detail: z.array(
      z.object({
        loc: z.array(z.union([z.string(), z.int()])),
        msg: z.string(),
        type: z.string(),
        ctx: z.record(z.string(), z.unknown()).optional(),
        input: z.unknown().optional(),
      }),
    ),
  })
  .meta({ id: "ValidationError" });
export type ValidationError = z.infer<typeof ValidationError>;
