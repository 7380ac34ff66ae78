import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { generateGraph } from "./generated-graph.ts";

type Node = DependencyGraph["nodes"][number];
type Edge = DependencyGraph["edges"][number];

/** A repository of the generated organization with its edges. */
interface Plan {
  index: number;
  label: string;
  team: string;
  uses: Edge[];
  /** Types of the artifacts that others use. */
  produces: ReadonlySet<ArtifactType>;
  archived: boolean;
}

/**
 * Writes git repositories that declare the edges of `generateGraph` in their manifests, with owners, a history of a few
 * engineers per team, third-party declarations, missing producers and calls with unknown inputs. Returns the listing file.
 */
export async function writeGeneratedOrganization(folder: string): Promise<string> {
  const graph = generateGraph();
  const names = new Map(graph.nodes.map(({ id, label }) => [id, label]));
  const uses = Map.groupBy(graph.edges, ({ source }) => source);
  const users = Map.groupBy(graph.edges, ({ target }) => target);
  const plans = graph.nodes.map((node, index): Plan => ({
    index,
    label: node.label,
    team: teamOf(node),
    uses: uses.get(node.id) ?? [],
    produces: new Set(users.get(node.id)?.map((edge) => edge.dependency_type)),
    archived: node.metadata.archived,
  }));
  const queue = [...plans];
  await Promise.all(
    Array.from({ length: availableParallelism() * 2 }, async () => {
      for (let plan = queue.pop(); plan; plan = queue.pop()) {
        await writeRepository(join(folder, `${plan.label}.git`), streamOf(plan, filesOf(plan, names)));
      }
    }),
  );
  const listing = join(folder, "acme.jsonl");
  const lines = plans.map(({ label, archived }) =>
    JSON.stringify({
      path: `${label}.git`,
      full_path: `acme/${label}`,
      clone_url: `https://github.com/acme/${label}.git`,
      archived,
    }),
  );
  await writeFile(listing, `${lines.join("\n")}\n`);
  return listing;
}

const teamOf = ({ label }: Node): string => label.slice(0, label.lastIndexOf("-"));

/** The version of all artifacts. Half of the constraints admit it or a later one. */
const RELEASE = "4.0.0";

/** Adds a producer or a consumer of a type to the files. */
interface Kind {
  produce: (label: string, add: (path: string, text: string) => void) => void;
  file: string;
  consume: (label: string, version: string, index: number) => string;
}

const KINDS: Partial<Record<string, Kind>> = {
  container_image: {
    produce: (label, add) => add("Makefile", `push:\n\tdocker push ghcr.io/acme/${label}:${RELEASE}\n`),
    file: "Dockerfile",
    consume: (label, version) => `FROM ghcr.io/acme/${label}:${version}\nRUN make\n`,
  },
  terraform_module: {
    produce: (_, add) => add("variables.tf", 'variable "region" {}\n'),
    file: "live/main.tf",
    consume: (label, version) =>
      `module "${label}" {\n  source = "git::https://github.com/acme/${label}.git?ref=v${version}"\n  region = "eu"\n}\n`,
  },
  github_action: {
    produce: (_, add) =>
      add(
        "action.yml",
        "name: Set up\ninputs:\n  version: {required: true}\nruns: {using: composite, steps: []}\n",
      ),
    file: ".github/workflows/build.yml",
    consume: (label, version, index) =>
      `      - uses: acme/${label}@${index % 3 === 0 ? "main" : `v${version}`}\n        with:\n          version: "1"\n${index % 37 === 0 ? "          token: secret\n" : ""}`,
  },
  helm_chart: {
    produce: (label, add) => {
      add("charts/Chart.yaml", `apiVersion: v2\nname: ${label}\nversion: ${RELEASE}\n`);
      add("charts/Makefile", `push:\n\thelm push ${label}-${RELEASE}.tgz oci://ghcr.io/acme/charts\n`);
    },
    file: "deploy/Chart.yaml",
    consume: (label, version) =>
      `  - name: ${label}\n    version: ^${version}\n    repository: oci://ghcr.io/acme/charts\n`,
  },
  npm_package: {
    produce: () => {},
    file: "package.json",
    consume: (label, version) => `    "@acme/${label}": "^${version}"`,
  },
  go_module: {
    produce: () => {},
    file: "go.mod",
    consume: (label, version) => `require github.com/acme/${label} v1.${version.charAt(0)}.0\n`,
  },
  maven_artifact: {
    produce: () => {},
    file: "pom.xml",
    consume: (label, version) =>
      `    <dependency><groupId>com.acme</groupId><artifactId>${label}</artifactId><version>${version}</version></dependency>\n`,
  },
};

const THIRD_PARTY = ["react", "lodash", "zod", "express", "vitest", "typescript", "date-fns", "pg"];

/** Wraps the consuming lines of a file. */
const WRAPPED: Partial<Record<string, (plan: Plan, lines: readonly string[]) => string>> = {
  "package.json": ({ label, team, index, produces }, lines) => {
    const others = THIRD_PARTY.filter((_, at) => (index + at) % 4 === 0).map(
      (name) => `    "${name}": "^3.0.0"`,
    );
    const missing = index % 50 === 0 ? [`    "@acme/legacy-${team}": "^1.0.0"`] : [];
    const isPublic = produces.has("npm_package");
    const head = isPublic
      ? `"name": "@acme/${label}",\n  "version": "${RELEASE}"`
      : `"name": "${label}",\n  "private": true`;
    return `{\n  ${head},\n  "dependencies": {\n${[...lines, ...others, ...missing].join(",\n")}\n  }\n}\n`;
  },
  "go.mod": ({ label }, lines) => `module github.com/acme/${label}\n\ngo 1.24\n\n${lines.join("")}`,
  "pom.xml": ({ label }, lines) =>
    `<project>\n  <groupId>com.acme</groupId>\n  <artifactId>${label}</artifactId>\n  <version>${RELEASE}</version>\n  <dependencies>\n${lines.join("")}  </dependencies>\n</project>\n`,
  ".github/workflows/build.yml": (_, lines) =>
    `on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n      - uses: actions/checkout@v4\n${lines.join("")}`,
  "deploy/Chart.yaml": ({ label }, lines) =>
    `apiVersion: v2\nname: ${label}-deploy\nversion: 1.0.0\ndependencies:\n${lines.join("")}`,
};

function filesOf(plan: Plan, names: ReadonlyMap<string, string>): Map<string, string> {
  const lines = new Map<string, string[]>();
  for (const type of plan.produces) {
    const file = KINDS[type]?.file;
    if (file !== undefined && file in WRAPPED && type !== "github_action" && type !== "helm_chart")
      lines.set(file, []);
  }
  for (const { target, dependency_type: type, version_constraint: constraint } of plan.uses) {
    const kind = KINDS[type];
    const label = names.get(target);
    if (!kind || label === undefined) continue;
    const version = (constraint ?? "^1.0.0").slice(1);
    const written = lines.get(kind.file) ?? [];
    written.push(kind.consume(label, version, plan.index));
    lines.set(kind.file, written);
  }
  if (plan.index % 2 === 0 && !lines.has("package.json")) lines.set("package.json", []);
  const files = new Map<string, string>([["README.md", `# ${plan.label}\n`]]);
  // One in ten names no owners.
  if (plan.index % 10 !== 0) files.set(".github/CODEOWNERS", `* @acme/${plan.team}\n`);
  for (const [file, written] of lines) files.set(file, WRAPPED[file]?.(plan, written) ?? written.join("\n"));
  for (const type of plan.produces)
    KINDS[type]?.produce(plan.label, (path, text) => {
      if (!files.has(path)) files.set(path, text);
    });
  return files;
}

const DAY = 86_400;
const FIRST = Date.UTC(2025, 0, 6, 9) / 1000;

/** The input of `git fast-import`: all files, and then changes of the README by the engineers of the team. */
function streamOf({ index, label, team }: Plan, files: ReadonlyMap<string, string>): string {
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`;
  const engineers = 1 + (index % 6);
  const commits = 2 + ((index * 7) % 24);
  const stream: string[] = [];
  for (let commit = 0; commit < commits; commit += 1) {
    const engineer =
      commit % 7 === 6 ? "renovate[bot]" : `${team} engineer ${1 + ((index + (commit % engineers)) % 9)}`;
    const email = `${engineer.replaceAll(/\W+/gu, "-")}@acme.example`;
    const at = FIRST + commit * 20 * DAY + (index % 97) * DAY;
    const changed = commit === 0 ? files : new Map([["README.md", `# ${label}\n\nRevision ${commit}.\n`]]);
    stream.push(
      `commit refs/heads/main\ncommitter ${engineer} <${email}> ${at} +0000\n${data(`Revision ${commit}`)}`,
      ...[...changed].map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`),
    );
  }
  return stream.join("");
}

/** Creates a bare repository, with one process instead of one per step. */
async function writeRepository(folder: string, stream: string): Promise<void> {
  await Promise.all(["objects", "refs"].map((name) => mkdir(join(folder, name), { recursive: true })));
  await writeFile(join(folder, "HEAD"), "ref: refs/heads/main\n");
  await writeFile(join(folder, "config"), "[core]\n\trepositoryformatversion = 0\n\tbare = true\n");
  await new Promise<void>((resolve, reject) => {
    const child = execFile("git", ["--git-dir", folder, "fast-import", "--quiet"], (error) =>
      error ? reject(error) : resolve(),
    );
    child.stdin?.end(stream);
  });
}
