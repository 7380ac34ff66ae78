import { describe, expect, it } from "vitest";
import {
  commitIn,
  eachLine,
  eachMember,
  LockEntries,
  LockFile,
  LockFiles,
  type Member,
} from "./lock-file.ts";
import { cpuMs } from "./testing/cpu-ms.ts";

const entry = { mode: "100644", oid: "0".repeat(40) };
const COMMIT = "0123456789abcdef0123456789abcdef01234567";

describe("eachLine", () => {
  it("returns lines without their ends, and their numbers", () => {
    const lines: string[] = [];
    eachLine("a\r\n\nb\n", (line, number) => void lines.push(`${number} ${line}`));
    expect(lines).toEqual(["1 a", "2 ", "3 b", "4 "]);
  });

  it("stops if the visitor returns false", () => {
    let last = 0;
    eachLine("a\nb\nc", (_, number) => {
      last = number;
      return number < 2;
    });
    expect(last).toBe(2);
  });
});

describe("eachMember", () => {
  const members = (text: string): string[] => {
    const found: string[] = [];
    eachMember(
      text,
      ({ depth, key, value, line }: Member) => void found.push(`${line} ${depth} ${key} ${value}`),
    );
    return found;
  };

  it("returns the members of objects in objects and lists", () => {
    const value = { a: { "b c": "1,", d: {} }, e: [{ f: null }, ["{"]], g: 'x"{' };
    expect(members(JSON.stringify(value, null, "\t"))).toEqual([
      "2 1 a {",
      '3 2 b c "1,"',
      "4 2 d {}",
      "6 1 e [",
      "8 3 f null",
      '14 1 g "x\\"{"',
    ]);
  });

  it("reads a long line in linear time", () => {
    const text = `{\n"a${" ".repeat(500_000)}\n"b": ${" ,".repeat(250_000)}\n${"{\n".repeat(100_000)}`;
    expect(cpuMs(() => members(text))).toBeLessThan(1000);
  });
});

describe("LockEntries", () => {
  it("holds at most 20,000 entries", () => {
    const entries = new LockEntries();
    for (let n = 0; n < 20_001; n += 1) entries.add(`a${n}`, "1", n);
    expect(entries.facts().entries).toHaveLength(20_000);
  });
});

describe("LockFile", () => {
  it("distinguishes an unread file from one without entries", () => {
    const empty = new LockEntries();
    empty.recognize();
    expect(new LockFile("a.lock", empty.facts()).find("b")).toBeNull();
    const unread = { version: null, file: "a.lock", line: null };
    expect(new LockFile("a.lock", new LockEntries().facts()).find("b")).toEqual(unread);
    expect(new LockFile("a.lock", undefined).find("b")).toEqual(unread);
  });

  it("returns the first key that exists, and the last of its versions", () => {
    const file = new LockFile("a.lock", {
      entries: [
        ["b", "1", 1],
        ["b", "2", 2],
        ["c", "3", 3],
      ],
    });
    expect(file.find("x", "b", "c")).toEqual({ version: "2", file: "a.lock", line: 2 });
  });
});

describe("LockFiles", () => {
  it("finds the first name in a folder, including files that were not read", () => {
    const tree = ["app/b.lock", "app/a.lock", "other/a.lock"].map((path) => ({ ...entry, path }));
    const files = new LockFiles(tree, /\.lock$/, [["app/b.lock", { entries: [["x", "1", 1]] }]]);
    expect(files.in("app", ["b.lock", "a.lock"])?.find("x")?.version).toBe("1");
    expect(files.in("app", ["a.lock", "b.lock"])?.isRead).toBe(false);
    expect(files.in(".", ["a.lock"])).toBeUndefined();
  });
});

describe("commitIn", () => {
  it.each([
    [`git+ssh://git@github.com/acme/kit.git#${COMMIT}`, COMMIT],
    [`https://codeload.github.com/acme/kit/tar.gz/${COMMIT}`, COMMIT],
    [`kit@https://github.com/acme/kit.git#commit=${COMMIT}`, COMMIT],
    [`https://npm.acme.io/kit/-/kit-1.0.0.tgz#${COMMIT}`, undefined],
    ["1.0.0", undefined],
  ])("in %s is %s", (text, commit) => {
    expect(commitIn(text)).toBe(commit);
  });
});
