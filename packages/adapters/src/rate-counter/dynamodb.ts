import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
  type DynamoDBClientConfig,
} from "@aws-sdk/client-dynamodb";
import { bucketAt, roomIn, type RateBucket, type RateCounter } from "@knockon/core/ports/rate-counter";
import { addToMinute, beginMinute, readBucket, TABLE_KEY, type Change } from "./dynamodb-item.ts";

/** Races occur only at the start of a minute or at the limit. */
const MAX_ATTEMPTS = 10;

/**
 * No SDK retries, because their delays exceed the caller's timeout. A request may outlast the timeout: the connection
 * that it opens serves the next one.
 */
const CONFIG: DynamoDBClientConfig = {
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 500, requestTimeout: 500, throwOnRequestTimeout: true },
};

/** Stores one item per key. A counted request takes a read and a conditional update. A rejected request takes only the read. */
export function dynamodbRateCounter(table: string, config: DynamoDBClientConfig = {}): RateCounter {
  const client = new DynamoDBClient({ ...CONFIG, ...config });
  const itemOf = (key: string) => ({ TableName: table, Key: { [TABLE_KEY]: { S: key } } });

  async function read(key: string): Promise<RateBucket | undefined> {
    const send = () => client.send(new GetItemCommand({ ...itemOf(key), ConsistentRead: true }));
    // Retries once immediately: a connection that was reused after the container was suspended may be closed.
    const { Item: item } = await send().catch(send);
    return item && readBucket(item);
  }

  /** Returns the new count, or undefined if another change came first. */
  async function update(key: string, change: Change): Promise<number | undefined> {
    try {
      const command = new UpdateItemCommand({ ...itemOf(key), ...change, ReturnValues: "ALL_NEW" });
      const { Attributes: item = {} } = await client.send(command);
      return readBucket(item).current;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return undefined;
      throw error;
    }
  }

  return {
    async count(key, now, limit) {
      for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
        const stored = await read(key);
        const bucket = bucketAt(stored, now);
        const room = roomIn(bucket, now, limit);
        if (bucket.current >= room) return { ...bucket, isCounted: false };
        const change = bucket === stored ? addToMinute(bucket, room) : beginMinute(bucket, stored);
        const current = await update(key, change);
        if (current !== undefined) return { ...bucket, current, isCounted: true };
      }
      throw new Error(`${MAX_ATTEMPTS} attempts conflicted with other changes.`);
    },
  };
}
