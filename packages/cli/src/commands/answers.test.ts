import { readFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { beforeAll, describe, expect, it } from "vitest";
import { builtCommand } from "../testing/built-command.ts";
import { runKnockon } from "../testing/run-knockon.ts";
import { makeAcme, temporaryFolder } from "../testing/temporary-organization.ts";

const folder = temporaryFolder();

beforeAll(async () => {
  makeAcme(folder);
  await runKnockon(["scan", "acme", "--json", "acme.json"], { cwd: folder });
});

const ask = (...args: string[]) => runKnockon([...args, "--in", "acme.json"], { cwd: folder });

async function printed(...args: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await ask(...args);
  expect([exitCode, stderr]).toEqual([0, ""]);
  return stdout;
}

describe("knockon lookup", () => {
  it.each(["acme/base-image", "base-image", "https://github.com/acme/base-image.git", "ACME/BASE-IMAGE"])(
    "finds a repository by %s",
    async (name) => {
      expect(await printed("lookup", name)).toMatch(
        /^Repository acme\/base-image\n\nProduces\ntype .*\ncontainer_image +ghcr\.io\/acme\/base-image +1\.1\.0 +acme\/base-image +2\n/u,
      );
    },
  );

  it("lists what the repository produces once", async () => {
    const found = await printed("lookup", "api");
    expect(found.match(/^container_image +ghcr\.io\/acme\/api /gmu)).toHaveLength(1);
    expect(found).not.toContain("Other artifacts");
  });

  it("finds artifacts by a part of their name, by type and by package URL", async () => {
    const row = /^container_image +ghcr\.io\/acme\/api +3\.0\.0 +acme\/api +1$/mu;
    expect(await printed("lookup", "cr.io/acme/ap")).toMatch(row);
    expect(await printed("lookup", "container_image:ghcr.io/acme/api")).toMatch(row);
    const json = await printed("lookup", "pkg:docker/acme/api?repository_url=ghcr.io", "--json");
    expect(JSON.parse(json)).toMatchObject({ repository: null, artifacts: [{ name: "ghcr.io/acme/api" }] });
  });

  it("suggests names for an unknown one", async () => {
    expect(await ask("lookup", "acme/base-imge")).toMatchObject({
      exitCode: 2,
      stdout: "",
      stderr: 'knockon: Unknown repository "acme/base-imge". Did you mean "acme/base-image"?\n',
    });
  });
});

describe("knockon dependents", () => {
  it("lists lines of other repositories", async () => {
    expect(await printed("dependents", "acme/base-image"))
      .toBe(`repository  place         reference                      role     confidence  owner
acme/api    Dockerfile:1  ghcr.io/acme/base-image:1.1.0  runtime  0.95
acme/web    Dockerfile:2  ghcr.io/acme/base-image        runtime  0.95
`);
  });

  it("filters by role, limits and prints JSON", async () => {
    expect(await printed("dependents", "base-image", "--role", "ci")).toBe("none\n");
    expect(await printed("dependents", "base-image", "--limit", "1")).toMatch(/\n1 more\. Use --limit\.\n$/u);
    expect(JSON.parse(await printed("dependents", "base-image", "--json", "--limit", "1"))).toMatchObject([
      { target_repository: { full_path: "acme/api" }, source_file: "Dockerfile", source_line: 1 },
    ]);
  });
});

describe("knockon artifacts and knockon unresolved", () => {
  it("list artifacts by name and type", async () => {
    expect(await printed("artifacts", "acme", "--type", "container_image"))
      .toBe(`type             name                     latest version  producer         consumers
container_image  ghcr.io/acme/api         3.0.0           acme/api                 1
container_image  ghcr.io/acme/base-image  1.1.0           acme/base-image          2
`);
  });

  it("list declarations without a producer", async () => {
    expect(await printed("unresolved")).toBe("none\n");
    const found = await printed("unresolved", "--reason", "external", "--type", "container_image");
    expect(found).toMatch(/^acme\/web +Dockerfile:1 +container_image +node:22 +external$/mu);
  });
});

describe("knockon graph", () => {
  it("prints the whole graph for Graphviz, which is the default", async () => {
    const text = await printed("graph");
    expect(text).toBe(`digraph knockon {
  rankdir=LR;
  node [shape=box];
${["api", "base-image", "broken", "deploy", "empty", "lost", "web"].map((name) => `  "acme/${name}";`).join("\n")}
  "acme/api" -> "acme/base-image" [label="container_image"];
  "acme/deploy" -> "acme/api" [label="container_image"];
  "acme/web" -> "acme/base-image" [label="container_image"];
}
`);
  });

  it("prints what is around a repository for Mermaid", async () => {
    expect(await printed("graph", "deploy", "--depth", "1", "--format", "mermaid")).toBe(`flowchart LR
  n0["acme/api"]
  n1["acme/deploy"]
  n1 -->|"container_image"| n0
`);
  });

  it("prints JSON", async () => {
    const { nodes, edges } = JSON.parse(await printed("graph", "--json")) as {
      nodes: unknown[];
      edges: unknown[];
    };
    expect([nodes.length, edges.length]).toEqual([7, 3]);
    expect(edges[0]).toEqual({
      source: "acme/api",
      target: "acme/base-image",
      dependency_type: "container_image",
      version_constraint: "1.1.0",
      confidence: 0.95,
      role: "runtime",
      clock: "bump",
    });
  });
});

it("reads a report from standard input", async () => {
  const command = await builtCommand();
  const { stdout, status } = spawnSync(process.execPath, [command, "dependents", "api", "--in", "-"], {
    input: readFileSync(join(folder, "acme.json")),
    encoding: "utf8",
  });
  expect([status, stdout.split("\n")[1]?.split(" ")[0]]).toEqual([0, "acme/deploy"]);
});
