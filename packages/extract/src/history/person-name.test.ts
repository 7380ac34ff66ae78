import { describe, expect, it } from "vitest";
import { cpuMs } from "../testing/cpu-ms.ts";
import { keysOf } from "./identity.ts";
import { displayName, foldName } from "./person-name.ts";

describe("displayName", () => {
  it.each([
    ["Jane Doe", "Jane Doe"],
    ["Jane  Doe jane@acme.example", "Jane Doe"],
    ["<jane@acme.example>", "(redacted)"],
    ["Jane @home", "Jane @home"],
    ["Jane work@", "Jane work@"],
    ["a@b@c Jane", "Jane"],
    ["\u202eJane\u0007 Doe (aider)", "Jane Doe"],
    ["", "(redacted)"],
  ])("shows %j as %j", (name, shown) => {
    expect(displayName(name)).toBe(shown);
  });
});

it.each(["a", "@", "a@", ",", "e\u0301 ", "\ud83d"])("reads a name of 300,000 times %j", (unit) => {
  const name = unit.repeat(300_000);
  const spent = cpuMs(() => {
    expect(displayName(name).length).toBeLessThanOrEqual(100);
    expect(foldName(name).length).toBeLessThanOrEqual(500);
    for (const key of keysOf({ name, email: name })) expect(key.length).toBeLessThanOrEqual(600);
  });
  // Before, one such name took minutes.
  expect(spent).toBeLessThan(200);
});
