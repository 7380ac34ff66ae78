import {
  commitIn,
  eachLine,
  eachMember,
  LockEntries,
  unquoted,
  type LockEntry,
  type LockFacts,
} from "../../lock-file.ts";

export const LOCK_FILE =
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|yarn\.lock|bun\.lockb?)$/;

/** Whether the file is a lock file in a text format. */
export const isReadableLock = (path: string): boolean => LOCK_FILE.test(path) && !path.endsWith("b");

/** The key of a member of the workspace, whose folder is relative to the lock file. */
export const memberKey = (folder: string): string => `${folder}\0`;

/** The key of a direct dependency in `pnpm-lock.yaml`. `importer` is the folder of the manifest, or `.`. */
export const pnpmKey = (importer: string, name: string): string => `${importer}\0${name}`;

/** The key of a catalog's entry in `pnpm-lock.yaml`. */
export const catalogKey = (catalog: string, name: string): string => `catalog:${catalog}\0${name}`;

/** The key of a dependency in `yarn.lock`. Only newer versions write the protocol of the registry. */
export const yarnKey = (name: string, specifier: string): string =>
  `${name}@${specifier.replace(/^npm:/, "")}`;

/** Returns the entries of a lock file, with keys that depend on its format. */
export function readLock(path: string, text: string): LockFacts {
  if (path.endsWith(".yaml")) return readPnpmLock(text);
  if (path.endsWith("yarn.lock")) return readYarnLock(text);
  return path.endsWith("bun.lock") ? readBunLock(text) : readPackageLock(text);
}

/**
 * The keys are paths such as `node_modules/ui` and `packages/web/node_modules/ui`. Packages that are installed inside another
 * package are skipped. The keys of version 1 are names, all of which are at the top level.
 *
 * https://docs.npmjs.com/cli/configuring-npm/package-lock-json
 */
function readPackageLock(text: string): LockFacts {
  const entries = new LockEntries();
  let section = "";
  let entry: LockEntry | undefined;
  let hasPackages = false;
  eachMember(text, ({ depth, key, value, line }) => {
    if (depth === 1) {
      section = key;
      if (key === "lockfileVersion" || key === "packages" || key === "dependencies") entries.recognize();
      hasPackages ||= key === "packages";
    } else if (section !== "packages" && (section !== "dependencies" || hasPackages)) return;
    else if (depth === 2) {
      const path = section === "packages" ? key : `node_modules/${key}`;
      const isDirect = path !== "" && path.indexOf("node_modules/") === path.lastIndexOf("node_modules/");
      entry = isDirect ? entries.add(path, null, line) : undefined;
    } else if (depth === 3 && entry) {
      const written = unquoted(value) ?? "";
      if (key === "version") entry[1] = commitIn(written) ?? versionIn(written);
      else if (key === "resolved" && written.startsWith("git")) entry[1] = commitIn(written) ?? entry[1];
    }
  });
  return entries.facts();
}

/** Matches the version in `1.0.0`, `npm:kit@1.0.0`, `/kit/1.0.0_react@19.0.0` and `kit@1.0.0(react@19.0.0)`. */
const VERSION = /(?:^|[@/])v?(\d+\.\d+\.\d+(?:[-+][\dA-Za-z.+-]+)?)(?=$|[(_])/;

const versionIn = (text: string): string | null => VERSION.exec(text)?.[1] ?? null;

const YAML_MEMBER = /^( *)(?:'([^']*)'|"([^"]*)"|([^'"\s:][^:]*)):(?: +(.*))?$/;
const GROUP = /^(?:dependencies|devDependencies|optionalDependencies)$/;

/**
 * Manifests are `importers`, or the whole file if there is only one. Their dependencies have a version each; before
 * version 6 of the format, that is the value. Other sections are skipped.
 */
function readPnpmLock(text: string): LockFacts {
  const entries = new LockEntries();
  const path: string[] = [];
  let entry: LockEntry | undefined;
  eachLine(text, (written, line) => {
    const first = written.charCodeAt(0);
    if (first === SPACE ? !isWanted(path[0]) : !(first >= QUOTE && first <= LOWER_Z)) return;
    const [, indent = "", single, double, bare, value = ""] = YAML_MEMBER.exec(written) ?? [];
    const key = single ?? double ?? bare;
    if (key === undefined) return;
    const depth = indent.length / 2;
    if (!Number.isInteger(depth) || depth > path.length) return;
    path.length = Math.min(path.length, depth);
    path[depth] = key;
    if (key === "lockfileVersion") entries.recognize();
    const place = placeOf(path);
    if (!place) return;
    if (place.kind === "importer") entries.add(memberKey(key), null, line);
    else if (place.kind === "package") entry = entries.add(place.key, lockedVersion(value), line);
    else if (key === "version" && entry) entry[1] = lockedVersion(value);
  });
  return entries.facts();
}

const [SPACE, QUOTE, LOWER_Z] = [32, 34, 122];

const isWanted = (section = ""): boolean =>
  section === "importers" || section === "catalogs" || GROUP.test(section);

type Place = { kind: "importer" | "field" } | { kind: "package"; key: string };

function placeOf(path: readonly string[]): Place | undefined {
  const [section = "", second = "", third = "", fourth = ""] = path;
  const isImporters = section === "importers";
  if (isImporters && path.length === 2) return { kind: "importer" };
  if (isImporters && !GROUP.test(third)) return undefined;
  if (!isWanted(section)) return undefined;
  const depth = isImporters ? 4 : section === "catalogs" ? 3 : 2;
  if (path.length !== depth) return path.length === depth + 1 ? { kind: "field" } : undefined;
  if (isImporters) return { kind: "package", key: pnpmKey(second, fourth) };
  return {
    kind: "package",
    key: section === "catalogs" ? catalogKey(second, third) : pnpmKey(".", second),
  };
}

const lockedVersion = (value: string): string | null => {
  const text = value.replace(/^['"]|['"]$/g, "");
  return commitIn(text) ?? versionIn(text);
};

/**
 * The key of an entry lists the specifiers that it satisfies: `ui@^1, ui@^1.2:`. The name alone is a key as well, for
 * dependencies that a resolution replaces.
 */
function readYarnLock(text: string): LockFacts {
  const entries = new LockEntries();
  let current: LockEntry[] = [];
  eachLine(text, (line, number) => {
    const first = line.charCodeAt(0);
    if (first === SPACE) {
      const field = line.charCodeAt(2);
      if (field !== LOWER_V && field !== LOWER_R) return;
      const { version, source } = YARN_FIELD.exec(line)?.groups ?? {};
      const locked = version ?? (source === undefined || !isGit(source) ? undefined : commitIn(source));
      if (locked !== undefined && locked !== LOCAL_VERSION) for (const each of current) each[1] = locked;
    } else if (/^# yarn lockfile|^__metadata:/.test(line)) entries.recognize();
    else if (first === HASH || line === "") current = [];
    else if (line !== ":") {
      const specifiers = line
        .replace(/^\? |:$/g, "")
        .replaceAll('"', "")
        .split(/, */);
      const keys = new Set(specifiers.flatMap(yarnKeysOf));
      current = [...keys].map((key) => entries.add(key, null, number)).filter((each) => each !== undefined);
    }
  });
  return entries.facts();
}

const [HASH, LOWER_R, LOWER_V] = [35, 114, 118];
/** `version "1.0.0"` in version 1 of Yarn, `version: 1.0.0` in later ones. */
const YARN_FIELD = /^ {2}(?:version:? "?(?<version>[^"\s]+)"?|(?:resolved|resolution:) "(?<source>[^"]*)")$/;
/** The version of packages of the workspace. */
const LOCAL_VERSION = "0.0.0-use.local";
const isGit = (source: string): boolean => /\.git#|[#&]commit=|^git|\/codeload\./.test(source);

function yarnKeysOf(written: string): string[] {
  const separator = written.indexOf("@", 1);
  if (separator === -1) return [];
  const [name, specifier] = [written.slice(0, separator), written.slice(separator + 1)];
  if (specifier.startsWith("workspace:")) return [memberKey(specifier.slice("workspace:".length))];
  return [name, yarnKey(name, specifier)];
}

/** The keys are names, or `dependent/name` if a dependent has a separate version of the package. */
function readBunLock(text: string): LockFacts {
  const entries = new LockEntries();
  let section = "";
  eachMember(text, ({ depth, key, value, line }) => {
    if (depth === 1) {
      section = key;
      if (key === "lockfileVersion") entries.recognize();
    } else if (depth !== 2) return;
    else if (section === "workspaces") entries.add(memberKey(key), null, line);
    else if (section === "packages") entries.add(key, bunVersion(unquoted(value.slice(1)) ?? ""), line);
  });
  return entries.facts();
}

function bunVersion(resolved: string): string | null {
  const commit = /^[^#]*@(?:git|github)[^#]*#([\da-f]{7,40})$/i.exec(resolved)?.[1];
  return commit ?? versionIn(resolved);
}
