import { randomUUID } from "node:crypto";
import { chownSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import {
  findPostgres,
  migratedDatabase,
  reachableFolder,
  startLocal,
  usedPort,
} from "../testing/local-process.ts";
import { GLOBEX, makeOrganization } from "../testing/organizations.ts";

const TIMEOUT_MS = 120_000;

/** Returns a migrated database, and a user who may do everything in it but become the roles. */
async function databaseOfStranger(): Promise<{ DATABASE_URL: string }> {
  const name = `stranger_${randomUUID().replaceAll("-", "")}`;
  const asOwner = async (url: string, statements: string): Promise<void> => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await client.query(statements);
    await client.end();
  };
  onTestFinished(() => asOwner(inject("postgresUrl"), `drop role if exists ${name}`));
  const { DATABASE_URL } = await migratedDatabase();
  const url = new URL(DATABASE_URL);
  const rights = ["database " + url.pathname.slice(1), "schema drizzle", "all tables in schema drizzle"];
  const grants = rights.map((right) => `grant all on ${right} to ${name};`);
  await asOwner(DATABASE_URL, `create role ${name} login password 'secret'; ${grants.join(" ")}`);
  [url.username, url.password] = [name, "secret"];
  return { DATABASE_URL: url.href };
}

describe("a fault that the user can fix prints one line and exits with 1", { timeout: TIMEOUT_MS }, () => {
  type Case = [
    what: string,
    prepare: (data: string) => Promise<[string[], Record<string, string>]>,
    line: RegExp,
  ];

  const unused = { DATABASE_URL: "postgres://knockon@127.0.0.1:1/knockon" };
  const cases: Case[] = [
    [
      "a port in use",
      async (data) => {
        const port = await usedPort();
        return [
          ["--org", makeOrganization(data, "globex", GLOBEX), "--port", String(port)],
          await migratedDatabase(),
        ];
      },
      /^Port \d+ is in use\. Choose another one with --port\.$/u,
    ],
    [
      "a folder without repositories",
      async (data) => {
        mkdirSync(join(data, "empty"));
        return [["--org", join(data, "empty")], await migratedDatabase()];
      },
      /^There is no git repository in .+\/empty\.$/u,
    ],
    [
      "a folder that does not exist",
      async (data) => [["--org", join(data, "absent")], await migratedDatabase()],
      /\/absent does not exist\.$/u,
    ],
    [
      "a data folder of another Postgres version",
      async (data) => {
        mkdirSync(join(data, "postgres/data"), { recursive: true });
        writeFileSync(join(data, "postgres/data/PG_VERSION"), "17\n");
        if (process.getuid?.() === 0) chownSync(join(data, "postgres"), 65534, 65534);
        return [[], {}];
      },
      /was created by Postgres 17, but this is Postgres 18\./u,
    ],
    [
      "an unreachable database",
      async () => [[], unused],
      /^Cannot use the Postgres in DATABASE_URL: connect ECONNREFUSED/u,
    ],
    [
      "a wrong database password",
      async () => {
        const url = new URL(inject("postgresUrl"));
        url.password = "guess";
        return [[], { DATABASE_URL: url.href }];
      },
      /^Cannot use the Postgres in DATABASE_URL: password authentication failed/u,
    ],
    [
      "a restored database whose user may not become the roles of the dump",
      async () => [[], await databaseOfStranger()],
      /^Cannot use the Postgres in DATABASE_URL: permission denied to set role "knockon_app"$/u,
    ],
    [
      "an invalid DATABASE_URL",
      async () => [[], { DATABASE_URL: "//" }],
      /^Cannot use the Postgres in DATABASE_URL: /u,
    ],
    [
      "a machine without git",
      async () => [[], { ...(await migratedDatabase()), PATH: "/nowhere" }],
      /^Cannot run git\. Install it and make sure it is on the PATH\.$/u,
    ],
    [
      "a machine without git, with --org",
      async (data) => [
        ["--org", makeOrganization(data, "globex", GLOBEX)],
        { ...(await migratedDatabase()), PATH: "/nowhere" },
      ],
      /^Cannot run git\. Install it and make sure it is on the PATH\.$/u,
    ],
    [
      "an invalid port",
      async () => [["--port", "http"], {}],
      /^Invalid port "http"\. Choose a number from 0 to 65535 with --port\.$/u,
    ],
    [
      "an unknown option",
      async () => [["--prot", "80"], {}],
      /^Unknown option '--prot'.* Run knockon-server --help for the options\.$/u,
    ],
    [
      "an invalid rate limit",
      async () => [[], { RATELIMIT_AUTHENTICATED_MUTATIONS: "0" }],
      /^RATELIMIT_AUTHENTICATED_MUTATIONS=0 is invalid\. Choose a number from 1 to 9999999\.$/u,
    ],
    [
      "an invalid LOG",
      async () => [[], { LOG: "text" }],
      /^LOG=text is invalid\. The only supported value is json\.$/u,
    ],
  ];

  it.each(cases)("%s", async (_what, prepare, line) => {
    const data = await reachableFolder();
    const [args, environment] = await prepare(data);
    const local = await startLocal(["--port", "0", "--data", data, ...args], environment);
    expect([await local.ended(), local.stdout()]).toEqual([1, ""]);
    expect(local.stderr()).toMatch(/^knockon: .+\n$/u);
    expect(local.stderr().slice("knockon: ".length, -1)).toMatch(line);
    expect(findPostgres(data)).toBeUndefined();
  });

  it("a file as data folder", async () => {
    const file = join(await reachableFolder(), "file");
    writeFileSync(file, "");
    const local = await startLocal(["--data", file]);
    expect(await local.ended()).toBe(1);
    expect(local.stderr()).toMatch(/^knockon: .*file already exists.*\n$/u);
  });
});
