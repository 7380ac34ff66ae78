import { grant } from "./grant.ts";

/** One counter per key prefix and window. TTL only tidies up: no limit is decided by it. */
const counters = new sst.aws.Dynamo("RateLimit", {
  fields: { key_prefix: "string", window: "number" },
  primaryIndex: { hashKey: "key_prefix", rangeKey: "window" },
  ttl: "expires_at",
});

export const countMutations = grant(
  { RATE_LIMIT_TABLE: counters.name },
  { actions: ["dynamodb:GetItem", "dynamodb:UpdateItem"], resources: [counters.arn] },
);
