import { describe, expect, it } from "vitest";
import { departedShare } from "./departed-share.ts";
import { commit, DAY, readCredits, START } from "./testing/read-people.ts";

const after = (days: number): Date => new Date((START + days * DAY) * 1000);
const commits = (count: number, name: string, day = 0) =>
  Array.from({ length: count }, () => commit(`${name} <${name}@acme.test>`, START + day * DAY));

describe("the departed share", () => {
  const credits = readCredits([...commits(3, "ann"), ...commits(1, "bob", 300), ...commits(9, "cid", -1200)]);

  it.each([
    [300, 0],
    [364, 0],
    [366, 0.75],
    [700, 1],
    [1500, null],
  ])("after %d days is %s", (days, share) => {
    expect(departedShare(credits, after(days))).toBe(share);
  });

  it("is null without work", () => expect(departedShare([], after(0))).toBe(null));
});
