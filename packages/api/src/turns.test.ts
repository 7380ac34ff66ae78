import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { TooManyRequestsError } from "@knockon/core/errors";
import { expect, it } from "vitest";
import { route } from "./route.ts";
import { AS_KEY, createTestApp } from "./testing/test-app.ts";
import { createWidget, listWidgets } from "./testing/widget.ts";
import { Turns } from "./turns.ts";

it("runs a few pieces of work per key, the others in order, and refuses more", async () => {
  const turns = new Turns({ running: 2, waiting: 2 });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const begin = (key: string, name: string) =>
    turns.run(key, async () => {
      started.push(name);
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(name, resolve);
      await promise;
      return name;
    });
  const work = ["a1", "a2", "a3", "a4"].map((name) => begin("a", name));
  const other = begin("b", "b1");
  await expect(begin("a", "a5")).rejects.toThrow(TooManyRequestsError);
  await nextTurn();
  expect(started).toEqual(["a1", "a2", "b1"]);
  ends.get("a2")?.();
  await nextTurn();
  expect(started).toEqual(["a1", "a2", "b1", "a3"]);
  for (const name of ["a1", "a3", "b1"]) ends.get(name)?.();
  await nextTurn();
  ends.get("a4")?.();
  expect(await Promise.all([...work, other])).toEqual(["a1", "a2", "a3", "a4", "b1"]);
});

it("gives the place of failed work to the next", async () => {
  const turns = new Turns({ running: 1, waiting: 1 });
  const failed = turns.run("a", async () => {
    throw new Error("broken");
  });
  const next = turns.run("a", async () => "done");
  await expect(failed).rejects.toThrow("broken");
  expect(await next).toBe("done");
});

it.each([
  ["pages of CSV", listWidgets, { ...AS_KEY, Accept: "text/csv" }],
  [
    "reads with POST",
    { ...createWidget, reads: true } as const,
    { ...AS_KEY, "Content-Type": "application/json" },
  ],
])("%s take turns", async (_, operation, headers) => {
  let [running, most] = [0, 0];
  const handler = async () => {
    most = Math.max(most, (running += 1));
    await sleep(5);
    running -= 1;
    return { total: 0, body: [] };
  };
  const routes = [route(operation as typeof listWidgets, handler)];
  const { app } = createTestApp({ routes, validateResponses: false });
  const { method } = operation;
  const body = method === "POST" ? { body: '{"name":"x"}' } : {};
  const send = async () => (await app.request("/api/v1/widgets", { method, headers, ...body })).text();
  await Promise.all(Array.from({ length: 12 }, send));
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThanOrEqual(4);
});
