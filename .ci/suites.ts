/**
 * Checks that docs/tests.md says in which project each suite runs, and with which counts in `npm run verify:deep`.
 * `--write` (part of `npm run fix`) updates it.
 */
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "..");
const DOCUMENT = join(ROOT, "docs/tests.md");

const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** Test files by project of vitest.config.ts. */
function listSuites(): Map<string, string> {
  const script = `
    const { createVitest } = await import("vitest/node");
    const vitest = await createVitest("test", { watch: false, reporters: [] });
    const specifications = await vitest.globTestSpecifications();
    console.log(JSON.stringify(specifications.map(({ moduleId, project }) => [moduleId, project.name])));
    await vitest.close();`;
  const listed = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
    cwd: ROOT,
    encoding: "utf8",
  });
  const pairs = JSON.parse(listed.trim().split("\n").at(-1) ?? "[]") as [string, string][];
  return new Map(pairs.map(([file, project]) => [file.slice(ROOT.length + 1), project]));
}

const DEEP = new Map(
  [...read("package.json").matchAll(/\b(KNOCKON_[A-Z_]+)=(\w+)/gu)].map(([, name = "", value = ""]) => [
    name,
    value,
  ]),
);

/** Finds `process.env["KNOCKON_X"] ?? 10` in a suite or in what it shares with others. */
function findCounts(source: string): { name: string; small: string; deep: string }[] {
  const pattern = /process\.env\["(?<name>KNOCKON_[A-Z_]+)"\](?: \?\? (?<small>\d+))?/gu;
  return [...source.matchAll(pattern)].flatMap(({ groups }) => {
    const { name = "", small = "unset" } = groups ?? {};
    const deep = DEEP.get(name);
    return deep === undefined ? [] : [{ name, small, deep }];
  });
}

function render(suites: ReadonlyMap<string, string>): string {
  const files = [...suites.keys()].toSorted();
  const folders = Map.groupBy(files, (file) => file.slice(0, file.lastIndexOf("/")));
  const shared = execFileSync(
    "git",
    ["ls-files", "packages/**/testing/*.ts", "packages/**/testing/**/*.ts"],
    {
      cwd: ROOT,
      encoding: "utf8",
    },
  );
  const counted = [...files, ...shared.trim().split("\n")].flatMap((file) =>
    findCounts(read(file)).map(({ name, small, deep }) => `| ${file} | ${name} | ${small} | ${deep} |\n`),
  );
  return `# Tests

Where each suite runs. \`npm test\` runs the projects \`unit\` and \`service\`. \`npm run verify:all\`, in CI for every push, also runs
\`system\`. \`npm run verify:deep\`, nightly, runs all with full counts. \`node .ci/suites.ts --write\` writes this file.

## Counts

| suite | variable | usual | \`verify:deep\` |
|---|---|---|---|
${[...new Set(counted)].join("")}
## Projects

| folder | project |
|---|---|
${[...folders].map(([folder, its]) => `| ${folder} | ${describeProjects(its, suites)} |\n`).join("")}`;
}

/** `service`, or `service; system: simulation.test.ts` for a folder with suites of several projects. */
function describeProjects(files: readonly string[], suites: ReadonlyMap<string, string>): string {
  const [[first = ""] = [], ...others] = Map.groupBy(files, (file) => suites.get(file) ?? "");
  const namesOf = (its: readonly string[]) =>
    its.map((file) => file.slice(file.lastIndexOf("/") + 1)).join(", ");
  return [first, ...others.map(([project, its]) => `${project}: ${namesOf(its)}`)].join("; ");
}

const rendered = render(listSuites());
if (process.argv.includes("--write")) writeFileSync(DOCUMENT, rendered);
else if (rendered !== read("docs/tests.md")) {
  process.stderr.write("docs/tests.md is out of date. Run `npm run fix`.\n");
  process.exitCode = 1;
}
