import type { AttributeValue } from "@aws-sdk/client-dynamodb";
import type { RateBucket } from "@knockon/core/ports/rate-counter";

/** What `infra/storage.ts` makes the table with. */
export const TABLE_KEY = "key_prefix";

/** When an item may go, in seconds. No limit is decided by it: DynamoDB deletes days late. */
export const TABLE_TTL = "expires_at";

/** Long after the minute has no weight on any clock. */
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
 * One more in the minute that was read, while it has room. Within a minute nothing but its count changes, so the room
 * is as it was read, and those who count at once do not get into each other's way.
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

/** The first of a minute, in place of what was read and only of that. */
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
