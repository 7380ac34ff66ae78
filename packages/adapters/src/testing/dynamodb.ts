import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import dynalite from "dynalite";
import { readBucket, TABLE_KEY } from "../rate-counter/dynamodb-item.ts";
import { testConfig } from "./test-config.ts";

const POLL_MS = 10;

/** Starts a DynamoDB emulator on loopback, without TTL. `makeTable` creates a counter table as `infra/` does. */
export async function startDynamodb() {
  const server = dynalite({ createTableMs: 0 });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const config = testConfig(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const client = new DynamoDBClient(config);
  return {
    client,
    config,
    async makeTable(): Promise<string> {
      const TableName = randomUUID();
      await client.send(
        new CreateTableCommand({
          TableName,
          BillingMode: "PAY_PER_REQUEST",
          AttributeDefinitions: [{ AttributeName: TABLE_KEY, AttributeType: "S" }],
          KeySchema: [{ AttributeName: TABLE_KEY, KeyType: "HASH" }],
        }),
      );
      // The SDK's waiter checks once a second.
      for (;;) {
        const { Table } = await client.send(new DescribeTableCommand({ TableName }));
        if (Table?.TableStatus === "ACTIVE") return TableName;
        await sleep(POLL_MS);
      }
    },
    /** Returns the counts of the last two minutes by key. */
    async readCounts(TableName: string): Promise<Map<string, number>> {
      const { Items = [] } = await client.send(new ScanCommand({ TableName, ConsistentRead: true }));
      return new Map(
        Items.map((item) => {
          const { previous, current } = readBucket(item);
          return [item[TABLE_KEY]?.S ?? "", previous + current];
        }),
      );
    },
    async stop(): Promise<void> {
      client.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
