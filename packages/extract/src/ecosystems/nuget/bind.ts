import { posix } from "node:path";
import type { MsbuildFile } from "./scope.ts";

/** A text after the repository's own properties are put in. */
export interface BoundText {
  text: string;
  /** The first placeholder that nothing binds, else null. */
  unbound: string | null;
}

const PLACEHOLDER = /\$\((?<name>[\w.-]+)\)/g;
/** Property functions, items and the tokens of a .nuspec included. */
const LEFT_OVER = /[$@%]\([^()]{0,100}\)?|\$\w+\$/;

const MAX_DEPTH = 16;
const MAX_STEPS = 200;
const MAX_LENGTH = 1024;

/** Binds `$(x)` in the scope of the file at `path`; the nearest value wins. */
export function bind(text: string, path: string, scope: readonly MsbuildFile[]): BoundText {
  let steps = 0;
  const expand = (written: string, depth: number): string =>
    written.replace(PLACEHOLDER, (placeholder, name: string) => {
      steps += 1;
      const value = steps > MAX_STEPS || depth > MAX_DEPTH ? undefined : findProperty(name, path, scope);
      if (value === undefined) return placeholder;
      const expanded = expand(value, depth + 1);
      return expanded.length > MAX_LENGTH ? placeholder : expanded;
    });
  const bound = expand(text, 0);
  return { text: bound, unbound: LEFT_OVER.exec(bound)?.[0] ?? null };
}

/** A value that conditions decide is no value, and hides those further away. */
export function findProperty(name: string, path: string, scope: readonly MsbuildFile[]): string | undefined {
  const key = name.toLowerCase();
  const nearest = scope.find(({ properties }) => properties.has(key));
  if (nearest) return nearest.properties.get(key) ?? undefined;
  return key === "msbuildprojectname" || key === "assemblyname" ? projectName(path) : undefined;
}

export const projectName = (path: string): string => posix.basename(path, posix.extname(path));
