import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
  type DynamoDBClientConfig,
} from "@aws-sdk/client-dynamodb";
import { bucketAt, roomIn, type RateBucket, type RateCounter } from "@knockon/core/ports/rate-counter";
import { addToMinute, beginMinute, readBucket, TABLE_KEY, type Change } from "./dynamodb-item.ts";

/** A race is lost only where a minute begins, or its last room goes. */
const MAX_ATTEMPTS = 10;

/**
 * The SDK sends nothing again: its pauses are longer than anybody waits for a count. A request may take longer than
 * that: the connection that it opens late serves the next one.
 */
const CONFIG: DynamoDBClientConfig = {
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 500, requestTimeout: 500, throwOnRequestTimeout: true },
};

/**
 * An item for each key. What is counted takes two round trips, a read and one conditional update; what is refused takes
 * the read alone.
 */
export function dynamodbRateCounter(table: string, config: DynamoDBClientConfig = {}): RateCounter {
  const client = new DynamoDBClient({ ...CONFIG, ...config });
  const itemOf = (key: string) => ({ TableName: table, Key: { [TABLE_KEY]: { S: key } } });

  async function read(key: string): Promise<RateBucket | undefined> {
    const send = () => client.send(new GetItemCommand({ ...itemOf(key), ConsistentRead: true }));
    // Once more at once: a connection that was kept while the container slept may be dead.
    const { Item: item } = await send().catch(send);
    return item && readBucket(item);
  }

  /** What the minute holds then; undefined where somebody else's change came first. */
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
      throw new Error(`Somebody else's change came first, ${MAX_ATTEMPTS} times.`);
    },
  };
}
