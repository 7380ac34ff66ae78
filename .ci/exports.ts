/**
 * Checks that each package exports exactly the modules that other packages import, so that knip can report the others
 * when nothing uses them. `--write` (part of `npm run fix`) updates the package.json files.
 */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

const ROOT = join(import.meta.dirname, "..");
const SPECIFIER = /^@knockon\/(?<name>[^/]+)\/(?<path>.+)$/u;

interface Manifest {
  exports: Record<string, string>;
}

/** Returns the module specifiers of a source: imports, re-exports, literal dynamic imports and `import.meta.resolve`. */
function specifiersOf(path: string, source: string): string[] {
  const { module } = parseSync(path, source);
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
    source.slice(start + 1, end - 1),
  );
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest: from }) => from?.value ?? []),
    ),
    ...dynamic,
    ...[...source.matchAll(/import\.meta\.resolve\("([^"]+)"\)/gu)].map(([, specifier = ""]) => specifier),
  ];
}

/** Maps each package to the paths that other packages, `bench` and `infra` import. */
function findImports(): Map<string, Set<string>> {
  const imports = new Map<string, Set<string>>();
  const listed = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "*.ts", "*.tsx"], {
    cwd: ROOT,
    encoding: "utf8",
  });
  for (const file of listed.trim().split("\n")) {
    let source: string;
    try {
      source = readFileSync(join(ROOT, file), "utf8");
    } catch {
      continue; // Deleted, but not committed.
    }
    for (const specifier of specifiersOf(file, source)) {
      const { name, path } = SPECIFIER.exec(specifier)?.groups ?? {};
      if (name === undefined || path === undefined || file.startsWith(`packages/${name}/`)) continue;
      imports.set(name, (imports.get(name) ?? new Set()).add(path));
    }
  }
  return imports;
}

/** Patterns stay: code that a build generates imports their modules. */
function wantedExports(
  current: Record<string, string>,
  imported: ReadonlySet<string>,
): Record<string, string> {
  const patterns = Object.keys(current).filter((key) => key.includes("*") && key !== "./*");
  const isCovered = (path: string): boolean =>
    patterns.some((key) => path.startsWith(key.slice(2, key.indexOf("*"))));
  const keys = [...imported].filter((path) => !isCovered(path)).map((path) => `./${path}`);
  return Object.fromEntries(
    [...patterns, ...keys].toSorted().map((key) => [key, current[key] ?? `./src/${key.slice(2)}.ts`]),
  );
}

const imports = findImports();
for (const path of globSync("packages/*/package.json", { cwd: ROOT }).toSorted()) {
  const manifest = JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Manifest;
  const wanted = wantedExports(manifest.exports, imports.get(path.split("/")[1] ?? "") ?? new Set());
  if (JSON.stringify(wanted) === JSON.stringify(manifest.exports)) continue;
  if (process.argv.includes("--write")) {
    writeFileSync(join(ROOT, path), `${JSON.stringify({ ...manifest, exports: wanted }, null, 2)}\n`);
    continue;
  }
  for (const key of Object.keys(wanted)) {
    if (!(key in manifest.exports)) process.stdout.write(`${path}: missing export ${key}\n`);
  }
  for (const key of Object.keys(manifest.exports)) {
    if (!(key in wanted)) process.stdout.write(`${path}: unused export ${key}\n`);
  }
  process.stdout.write(`${path}: run "npm run fix"\n`);
  process.exitCode = 1;
}
