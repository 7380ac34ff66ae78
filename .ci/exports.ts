/**
 * Checks that each package exports exactly the modules that other packages import, so that knip can report the others
 * when nothing uses them, and that its package.json lists the libraries that it imports: npm installs those of other packages
 * where it finds them, too. `--write` (part of `npm run fix`) updates the exports.
 */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "oxc-parser";

const ROOT = join(import.meta.dirname, "..");
const SPECIFIER = /^@knockon\/(?<name>[^/]+)\/(?<path>.+)$/u;

/** The package of a specifier that is neither a file, a module of Node nor a virtual one. */
const LIBRARY = /^(?!node:|@knockon\/|virtual:)(?<library>(?:@[^/]+\/)?[\w.-]*\w[^/:]*)(?:\/|$)/u;

/** May use the libraries of development, which the root lists. */
const DEVELOPMENT = /(?:^|\/)(?:testing|build|fuzz)\/|\.test\.tsx?$|\/build\.ts$|^packages\/acceptance\//u;

interface Manifest {
  exports: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
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

/** Maps each package to the paths that other packages, `bench` and `infra` import, and to the libraries that it imports, with a file. */
function findImports() {
  const imports = new Map<string, Set<string>>();
  const libraries = new Map<string, Map<string, string>>();
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
    const own = /^packages\/([^/]+)\/src\//u.exec(file)?.[1];
    for (const specifier of specifiersOf(file, source)) {
      const library = LIBRARY.exec(specifier)?.groups?.["library"];
      if (library !== undefined && own !== undefined && !DEVELOPMENT.test(file))
        libraries.set(own, (libraries.get(own) ?? new Map<string, string>()).set(library, file));
      const { name, path } = SPECIFIER.exec(specifier)?.groups ?? {};
      if (name === undefined || path === undefined || file.startsWith(`packages/${name}/`)) continue;
      imports.set(name, (imports.get(name) ?? new Set()).add(path));
    }
  }
  return { imports, libraries };
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

const root = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Required<Manifest>;
const { imports, libraries } = findImports();
for (const path of globSync("packages/*/package.json", { cwd: ROOT }).toSorted()) {
  const manifest = JSON.parse(readFileSync(join(ROOT, path), "utf8")) as Manifest;
  const listed = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.peerDependencies };
  for (const [library, file] of libraries.get(path.split("/")[1] ?? "") ?? []) {
    if (library in listed || `@types/${library}` in root.devDependencies) continue;
    process.stdout.write(`${file}: imports ${library}, which ${path} does not list\n`);
    process.exitCode = 1;
  }
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
