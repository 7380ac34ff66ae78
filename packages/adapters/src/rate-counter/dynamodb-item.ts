import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { RateBucket } from "@knockon/core/ports/rate-counter";

/** The table's key, as in `infra/storage.ts`. */
export const TABLE_KEY = "key_prefix";

/** TTL attribute, in seconds. Never used as logic, because DynamoDB deletes days late. */
export const TABLE_TTL = "expires_at";

/** Long after the minute stops counting, on any clock. */
const KEPT_SECONDS = 24 * 60 * 60;

type Item = Record<string, AttributeValue>;

const numberValue = (value: number): AttributeValue => ({ N: String(value) });

export const readBucket = (item: Item): RateBucket => ({
  startedAt: new Date(Number(item["started_at"]?.N)),
  previous: Number(item["previous_count"]?.N),
  current: Number(item["current_count"]?.N),
});

export interface Change {
  UpdateExpression: string;
  ConditionExpression: string;
  ExpressionAttributeValues: Item;
}

/**
 * Increments the count of the minute that was read, while it is below the limit. Within a minute only the count changes,
 * so concurrent increments do not conflict.
 */
export const addToMinute = ({ startedAt }: RateBucket, room: number): Change => ({
  UpdateExpression: "SET current_count = current_count + :one",
  ConditionExpression: "started_at = :started_at AND current_count < :room",
  ExpressionAttributeValues: {
    ":one": numberValue(1),
    ":started_at": numberValue(startedAt.getTime()),
    ":room": numberValue(room),
  },
});

/** Starts a new minute if the item is unchanged since it was read. */
export const beginMinute = ({ startedAt, previous }: RateBucket, stored: RateBucket | undefined): Change => ({
  UpdateExpression: `SET started_at = :started_at, previous_count = :previous, current_count = :one, ${TABLE_TTL} = :ttl`,
  ConditionExpression: stored
    ? "started_at = :stored_at AND current_count = :stored_count"
    : `attribute_not_exists(${TABLE_KEY})`,
  ExpressionAttributeValues: {
    ":started_at": numberValue(startedAt.getTime()),
    ":previous": numberValue(previous),
    ":one": numberValue(1),
    ":ttl": numberValue(Math.ceil(startedAt.getTime() / 1000) + KEPT_SECONDS),
    ...(stored && {
      ":stored_at": numberValue(stored.startedAt.getTime()),
      ":stored_count": numberValue(stored.current),
    }),
  },
});
