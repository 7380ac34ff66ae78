import { describe, expect, expectTypeOf, it } from "vitest";
import * as z from "zod";
import { fromWire, snakeKeys, toWire, type Camel } from "./wire.ts";

const Scan = z.object({
  id: z.string(),
  started_at: z.iso.datetime().nullable(),
  last_error: z.object({ error_code: z.string() }).nullable(),
  failed_repos: z.array(z.object({ full_path: z.string() })),
  by_dependency_type: z.record(z.string(), z.int()),
  retry_after: z.int().optional(),
});

const camel: Camel<typeof Scan> = {
  id: "1",
  startedAt: new Date("2026-01-02T03:04:05.678Z"),
  lastError: { errorCode: "timeout" },
  failedRepos: [{ fullPath: "acme/api" }],
  byDependencyType: { npm_package: 2, Weird_Key: 1 },
};

const wire = {
  id: "1",
  started_at: "2026-01-02T03:04:05.678Z",
  last_error: { error_code: "timeout" },
  failed_repos: [{ full_path: "acme/api" }],
  by_dependency_type: { npm_package: 2, Weird_Key: 1 },
};

describe("toWire", () => {
  it("converts names at every depth and dates to ISO 8601, and keeps record keys", () => {
    expect(toWire(Scan, camel)).toEqual(wire);
    expect(toWire(z.array(Scan), [camel])).toEqual([wire]);
  });

  it("drops undeclared fields", () => {
    const row = { id: "1", hash: "secret", startedAt: null };
    expect(toWire(Scan.pick({ id: true, started_at: true }), row)).toEqual({ id: "1", started_at: null });
  });

  it("distinguishes null from absent", () => {
    const sent = toWire(Scan, { ...camel, lastError: null, retryAfter: undefined });
    expect(sent).toMatchObject({ last_error: null });
    expect(sent).not.toHaveProperty("retry_after");
  });
});

describe("fromWire", () => {
  it("is the inverse of toWire", () => {
    expect(fromWire(Scan, wire)).toEqual(camel);
  });

  it("converts values inside defaults and transforms", () => {
    const Body = z.object({
      host_aliases: z.array(z.object({ alias_of: z.string() })).default([]),
      only_orphans: z.enum(["true", "false"]).transform((text) => text === "true"),
    });
    const parsed = Body.parse({ host_aliases: [{ alias_of: "a" }], only_orphans: "true" });
    expect(fromWire(Body, parsed)).toEqual({ hostAliases: [{ aliasOf: "a" }], onlyOrphans: true });
  });
});

it("Camel is the type that handlers receive and return", () => {
  expectTypeOf<Camel<typeof Scan>>().toEqualTypeOf<{
    id: string;
    startedAt: Date | null;
    lastError: { errorCode: string } | null;
    failedRepos: { fullPath: string }[];
    byDependencyType: Record<string, number>;
    retryAfter?: number | undefined;
  }>();
});

it("snakeKeys converts keys at every depth", () => {
  expect(snakeKeys({ scanId: "1", candidates: [{ fullPath: "acme/api" }], retryAfter: null })).toEqual({
    scan_id: "1",
    candidates: [{ full_path: "acme/api" }],
    retry_after: null,
  });
});
