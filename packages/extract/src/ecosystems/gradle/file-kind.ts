import { posix } from "node:path";

export type FileKind = "script" | "catalog" | "properties";

const SCRIPT = /\.gradle(?:\.kts)?$/;
/** Kotlin, Java and Groovy that scripts take constants from. */
const CONSTANTS = /(?:^|\/)(?:buildSrc|build-logic|buildLogic)\/(?:.*\/)?src\/main\/.*\.(?:kt|java|groovy)$/;
const CATALOG = /\.versions\.toml$/;
const PROPERTIES = /(?:^|\/)gradle\.properties$/;
const SETTINGS = /^settings\.gradle(?:\.kts)?$/;
const PRECOMPILED = /(?:^|\/)src\/main\/(?:kotlin|groovy)\/(?<path>.*)\.gradle(?:\.kts)?$/;
const BUILD_SRC = /(?:^|\/)buildSrc\//;

export function fileKind({ path }: { path: string }): FileKind | undefined {
  if (SCRIPT.test(path) || isConstants(path)) return "script";
  if (CATALOG.test(path)) return "catalog";
  return PROPERTIES.test(path) ? "properties" : undefined;
}

export const isConstants = (path: string): boolean => CONSTANTS.test(path);
export const isCatalog = (path: string): boolean => CATALOG.test(path);
export const isProperties = (path: string): boolean => PROPERTIES.test(path);
export const isSettings = (path: string): boolean => SETTINGS.test(posix.basename(path));
/** What stands in `buildSrc` is for its own repository. */
export const isBuildSrc = (path: string): boolean => BUILD_SRC.test(path);

/** `build.gradle`, or `core.gradle` in a folder `core`, as large builds call it. */
export function isBuildScript(path: string): boolean {
  const name = posix.basename(path).replace(SCRIPT, "");
  return SCRIPT.test(path) && (name === "build" || name === posix.basename(posix.dirname(path)));
}

/** Where in the sources a script stands that is a plugin, without suffix: `acme/kit` or `io.acme.kit`. */
export const precompiledPath = (path: string): string | undefined => PRECOMPILED.exec(path)?.groups?.["path"];
