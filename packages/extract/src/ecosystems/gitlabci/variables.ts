import { at, entriesOf, itemsOf, textOf, type DataNode } from "../../document/node.ts";
import type { RepositoryIdentity } from "../../ecosystem.ts";
import { parseGitUrl } from "../../git-url.ts";

/**
 * Written values of variables, and of inputs as `inputs.x`. Undefined for a variable whose value is known to be
 * unavailable.
 */
export type Bindings = ReadonlyMap<string, string | undefined>;

/** `$X`, `${X}` or `$[[ inputs.x ]]`. `$$` is an escaped dollar sign. */
const VARIABLE = /\$(?:\$|\{(?<braced>[a-z_]\w*)\}|(?<plain>[a-z_]\w*)|\[\[(?<input>[^[\]]{1,200})\]\])/gi;
/** The only interpolation function that does not change the value. */
const EXPAND_VARS = /\|\s*expand_vars\s*$/;
/** Longer than any reference. Bounds the result of substitution. */
const MAX_LENGTH = 1024;
const MAX_DEPTH = 5;
const MAX_VARIABLES_PER_TEXT = 16;
/** Limit for one scope. */
const MAX_VALUES = 500;

/** Returns the first variable in the text, if any. */
export function findVariable(text: string): string | undefined {
  for (const match of text.matchAll(VARIABLE)) {
    const name = nameOf(match.groups);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Returns the names of all variables in the text. */
export const variablesOf = (text: string): string[] =>
  Array.from(text.matchAll(VARIABLE), ({ groups }) => nameOf(groups)).filter((name) => name !== undefined);

/** Replaces bound variables and leaves others as written. Computes each value once and bounds the size of texts. */
export class Scope {
  readonly #layers: readonly Bindings[];
  readonly #values = new Map<string, string>();

  /** The first layer that has a name takes precedence. */
  constructor(...layers: Bindings[]) {
    this.#layers = layers;
  }

  bind(text: string, depth = MAX_DEPTH): string {
    if (text.length > MAX_LENGTH || !text.includes("$")) return text;
    if (variablesOf(text).length > MAX_VARIABLES_PER_TEXT) return text;
    const bound = text.replace(VARIABLE, (written, ...rest) => {
      const name = nameOf(rest.at(-1) as Record<string, string | undefined>);
      return (name === undefined ? undefined : this.#valueOf(name, depth)) ?? written;
    });
    return bound.length > MAX_LENGTH ? text : bound;
  }

  /** A variable that refers to its own name means the outer variable, whose value is unknown. */
  #valueOf(name: string, depth: number): string | undefined {
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const written = this.#layers.find((layer) => layer.has(name))?.get(name);
    if (written === undefined || depth === 0 || this.#values.size === MAX_VALUES) return undefined;
    if (variablesOf(written).includes(name)) return undefined;
    const value = this.bind(written, depth - 1);
    this.#values.set(name, value);
    return value;
  }
}

function nameOf(groups: Record<string, string | undefined> | undefined): string | undefined {
  return groups?.["braced"] ?? groups?.["plain"] ?? groups?.["input"]?.replace(EXPAND_VARS, "").trim();
}

/** GitLab's limit for the jobs of a matrix. */
const MAX_JOBS = 200;

type Row = readonly (readonly [name: string, values: readonly string[]])[];

/** Returns the rows of the first `parallel: matrix` in a chain of jobs. */
export function matrixOf(chain: readonly DataNode[]): Row[] {
  const matrix = chain.map((node) => at(node, "parallel", "matrix")).find((node) => node !== undefined);
  return itemsOf(matrix).map((row) =>
    entriesOf(row).map(({ key, value }) => {
      const texts = [value, ...itemsOf(value)].map(textOf).filter((text) => text !== undefined);
      return [key, texts] as const;
    }),
  );
}

/**
 * Returns the bindings of each matrix job for the variables in `texts`. A matrix that is too large binds nothing,
 * because a partial list would look complete.
 */
export function matrixBindings(rows: readonly Row[], texts: readonly string[]): Bindings[] {
  const unknown = new Map(rows.flatMap((row) => row.map(([name]) => [name, undefined] as const)));
  const named = new Set(texts.flatMap(variablesOf).filter((name) => unknown.has(name)));
  if (named.size === 0) return [unknown];
  const relevant = rows.map((row) => row.filter(([name]) => named.has(name)));
  const count = relevant.reduce((sum, row) => sum + jobCount(row), 0);
  if (count > MAX_JOBS) return [unknown];
  return relevant.flatMap(combinations).map((row) => new Map([...unknown, ...row]));
}

const jobCount = (row: Row): number => row.reduce((product, [, { length }]) => product * length, 1);

const combinations = (row: Row): [string, string][][] =>
  row.reduce<[string, string][][]>(
    (before, [name, values]) =>
      before.flatMap((each) => values.map((value): [string, string][] => [...each, [name, value]])),
    [[]],
  );

/** The GitLab instance and project of a repository. */
export interface Instance {
  /** `gitlab.acme.io`; undefined if the repository's host is unknown or not a GitLab instance. */
  host: string | undefined;
  /** The full path with nested groups, in lower case. */
  path: string;
  /** The predefined variables. */
  predefined: Bindings;
  /** The predefined variables that do not depend on the including project. */
  shared: Bindings;
}

/** A repository with a pipeline on one of these hosts is a mirror. Its GitLab instance is unknown. */
const OTHER_HOSTS = new Set(["github.com", "bitbucket.org", "dev.azure.com", "codeberg.org"]);

export function instanceOf({ fullPath, cloneUrl }: RepositoryIdentity): Instance {
  const git = parseGitUrl(cloneUrl ?? "");
  const host = git && !OTHER_HOSTS.has(git.host) ? git.location.slice(0, -git.path.length - 1) : undefined;
  const slash = fullPath.lastIndexOf("/");
  const shared = new Map([...PROXIED, ...(host === undefined ? [] : serverVariables(host))]);
  const project: [string, string][] = [
    ["CI_PROJECT_PATH", fullPath],
    ["CI_PROJECT_NAMESPACE", fullPath.slice(0, Math.max(0, slash))],
    ["CI_PROJECT_ROOT_NAMESPACE", fullPath.slice(0, Math.max(0, fullPath.indexOf("/")))],
    ["CI_PROJECT_NAME", fullPath.slice(slash + 1)],
  ];
  return { host, path: fullPath.toLowerCase(), predefined: new Map([...shared, ...project]), shared };
}

/** The dependency proxy serves Docker Hub's images under these prefixes. */
const PROXIED: readonly [string, string][] = [
  ["CI_DEPENDENCY_PROXY_GROUP_IMAGE_PREFIX", "docker.io"],
  ["CI_DEPENDENCY_PROXY_DIRECT_GROUP_IMAGE_PREFIX", "docker.io"],
];

/** The registry host of other GitLab instances is configurable, so it is unknown. */
function serverVariables(host: string): [string, string][] {
  const registry: [string, string][] = host === "gitlab.com" ? [["CI_REGISTRY", "registry.gitlab.com"]] : [];
  return [
    ["CI_SERVER_FQDN", host],
    ["CI_SERVER_HOST", host.replace(/:\d+$/, "")],
    ["CI_SERVER_URL", `https://${host}`],
    ...registry,
  ];
}
