/**
 * Checks that docs/tests.md says where each suite runs: in `npm test`, and with which counts in `npm run verify:deep`.
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
  const folders = new Map<string, string>();
  for (const file of files) folders.set(file.slice(0, file.lastIndexOf("/")), suites.get(file) ?? "");
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

Where each suite runs. \`npm test\` runs every suite in one of four projects. \`npm run verify:deep\`, nightly, runs the same suites with
full counts. \`node .ci/suites.ts --write\` writes this file.

## Counts

| suite | variable | \`npm test\` | \`verify:deep\` |
|---|---|---|---|
${[...new Set(counted)].join("")}
## Projects

| folder | project |
|---|---|
${[...folders].map(([folder, project]) => `| ${folder} | ${project} |\n`).join("")}`;
}

const rendered = render(listSuites());
if (process.argv.includes("--write")) writeFileSync(DOCUMENT, rendered);
else if (rendered !== read("docs/tests.md")) {
  process.stderr.write("docs/tests.md is out of date. Run `npm run fix`.\n");
  process.exitCode = 1;
}
