import { grant } from "./grant.ts";

/** Of each key, and of each user with a session. */
const MUTATIONS_A_MINUTE = "60";

/** One counter per key prefix: its minute and the one before. TTL only tidies up: no limit is decided by it. */
const counters = new sst.aws.Dynamo("RateLimit", {
  fields: { key_prefix: "string" },
  primaryIndex: { hashKey: "key_prefix" },
  ttl: "expires_at",
});

export const countMutations = grant(
  { RATE_LIMIT_TABLE: counters.name, RATELIMIT_AUTHENTICATED_MUTATIONS: MUTATIONS_A_MINUTE },
  { actions: ["dynamodb:GetItem", "dynamodb:UpdateItem"], resources: [counters.arn] },
);
