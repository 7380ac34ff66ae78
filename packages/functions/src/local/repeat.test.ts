import { setImmediate as nextTurn, setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { repeat } from "./repeat.ts";

describe("repeat", () => {
  it("goes on after a failure, of which it tells", async () => {
    const failures: unknown[] = [];
    const work = () => Promise.reject(new Error("no database"));
    const repetition = repeat({ work, fail: (error) => failures.push(error), everyMs: 1 });
    while (failures.length < 3) await sleep(1);
    await repetition.stop();
    expect(failures[0]).toEqual(new Error("no database"));
  });

  it("stops after what is under way, and does it no more", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let begun = 0;
    const work = () => {
      begun += 1;
      return promise;
    };
    const repetition = repeat({ work, fail: () => {}, everyMs: 1 });
    while (begun === 0) await sleep(1);
    const stopped = repetition.stop();
    expect(await Promise.race([stopped, nextTurn("waiting")])).toBe("waiting");
    resolve();
    await stopped;
    await sleep(5);
    expect(begun).toBe(1);
  });

  it("stops at once where nothing is under way, before the first time", async () => {
    let begun = 0;
    const work = async () => void (begun += 1);
    await repeat({ work, fail: () => {}, everyMs: 1, firstMs: 60_000 }).stop();
    expect(begun).toBe(0);
  });
});
