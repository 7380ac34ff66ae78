import { describe, expect, it } from "vitest";
import { parseArguments } from "./arguments.ts";

const hostIn = (environment: NodeJS.ProcessEnv) => parseArguments([], environment)?.host;

it("listens on 127.0.0.1 unless HOST is set [D-5.16]", () => {
  expect([{}, { HOST: "" }, { HOST: "0.0.0.0" }].map(hostIn)).toEqual(["127.0.0.1", "127.0.0.1", "0.0.0.0"]);
});

const SHARED = {
  DATABASE_URL: "postgres://db/knockon",
  APP_URL: "https://knockon.acme.example",
  SESSION_SECRET: "0123456789abcdef".repeat(2),
  ENCRYPTION_KEYS: `1:${Buffer.alloc(32).toString("base64")}`,
};

describe("--role", () => {
  it.each(["all", "api", "worker", "sweeper"])("accepts %s", (role) => {
    expect(parseArguments(["--role", role], SHARED)?.role).toBe(role);
  });

  it("requires what all processes must share", () => {
    expect(parseArguments([], {})?.role).toBe("all");
    expect(() => parseArguments(["--role", "worker"], { APP_URL: SHARED.APP_URL })).toThrow(
      "--role worker requires DATABASE_URL, SESSION_SECRET, ENCRYPTION_KEYS: all processes must have the same values.",
    );
  });

  it("rejects other words and an organization", () => {
    expect(() => parseArguments(["--role", "workers"], SHARED)).toThrow(
      'Invalid role "workers". Did you mean "worker"? Choose one of: all, api, worker, sweeper, migrate, reseal.',
    );
    expect(() => parseArguments(["--role", "api", "--org", "x"], SHARED)).toThrow(
      "--org cannot be combined with --role api",
    );
  });
});
