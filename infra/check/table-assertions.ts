import { TABLE_KEY, TABLE_TTL } from "@knockon/adapters/rate-counter/dynamodb-item";
import type { Assertions } from "./assertion.ts";

export const tableAssertions: Assertions = {
  "one table, which counts mutations": ({ tables }) =>
    tables.length === 1 ? [] : [tables.map(({ name }) => name).join() || "none"],

  "tables are keyed as the counter keys its items": ({ tables }) =>
    tables
      .filter(({ hashKey, rangeKey }) => hashKey !== TABLE_KEY || rangeKey !== undefined)
      .map(({ name, hashKey, rangeKey }) => `${name}: ${hashKey}, ${rangeKey ?? "no range"}`),

  "tables forget by the attribute that the counter writes": ({ tables }) =>
    tables
      .filter(({ ttl }) => ttl?.enabled !== true || ttl.attributeName !== TABLE_TTL)
      .map(({ name, ttl }) => `${name}: ${ttl?.attributeName ?? "never"}`),

  "tables are paid for by request": ({ tables }) =>
    tables
      .filter(({ billingMode }) => billingMode !== "PAY_PER_REQUEST")
      .map(({ name, billingMode }) => `${name}: ${billingMode}`),
};
