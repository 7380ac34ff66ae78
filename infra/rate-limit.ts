import { grant } from "./grant.ts";

/** One counter per key prefix: its minute and the one before. TTL only tidies up: no limit is decided by it. */
const counters = new sst.aws.Dynamo("RateLimit", {
  fields: { key_prefix: "string" },
  primaryIndex: { hashKey: "key_prefix" },
  ttl: "expires_at",
});

export const countMutations = grant(
  { RATE_LIMIT_TABLE: counters.name },
  { actions: ["dynamodb:GetItem", "dynamodb:UpdateItem"], resources: [counters.arn] },
);
