import { readFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { DiscoveryError } from "./git.ts";

/** One line of a listing file. */
export interface ListedRepository {
  /** Undefined if the folder layout names the repository. */
  fullPath: string | undefined;
  folder: string;
  cloneUrl: string | undefined;
  defaultBranch: string | undefined;
  /** A commit, tag or branch to read instead of the default branch. */
  ref: string | undefined;
  archived: boolean;
  isFork: boolean;
  /** `listing.jsonl:3`, for messages. */
  place: string;
}

/**
 * Reads JSON lines `{path, full_path?, clone_url?, default_branch?, ref?, archived?, is_fork?}`. A relative `path` starts at
 * the file's folder. Throws DiscoveryError.
 */
export async function readListingFile(file: string): Promise<ListedRepository[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.flatMap((line, index) =>
    line.trim() === "" ? [] : [parseLine(line, file, `${file}:${index + 1}`)],
  );
}

function parseLine(line: string, file: string, place: string): ListedRepository {
  const value = parseObject(line, place);
  const fullPath = findText(value, "full_path", place);
  if (fullPath?.split("/").some((segment) => segment === "" || segment === "." || segment === ".."))
    throw new DiscoveryError(`${place}: "full_path" is not of the form org/repo.`);
  return {
    fullPath,
    folder: resolve(dirname(file), getText(value, "path", place)),
    cloneUrl: findText(value, "clone_url", place),
    defaultBranch: findText(value, "default_branch", place),
    ref: findText(value, "ref", place),
    archived: isSet(value, "archived", place),
    isFork: isSet(value, "is_fork", place),
    place,
  };
}

function parseObject(line: string, place: string): Record<string, unknown> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    throw new DiscoveryError(`${place}: this is not JSON.`);
  }
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new DiscoveryError(`${place}: this is not a JSON object.`);
  return value as Record<string, unknown>;
}

function getText(value: Record<string, unknown>, key: string, place: string): string {
  const text = findText(value, key, place);
  if (text === undefined) throw new DiscoveryError(`${place}: "${key}" is missing.`);
  return text;
}

function findText(value: Record<string, unknown>, key: string, place: string): string | undefined {
  const text = value[key] ?? undefined;
  if (text === undefined || (typeof text === "string" && text !== "")) return text;
  throw new DiscoveryError(`${place}: "${key}" must be a string.`);
}

function isSet(value: Record<string, unknown>, key: string, place: string): boolean {
  const flag = value[key] ?? false;
  if (typeof flag === "boolean") return flag;
  throw new DiscoveryError(`${place}: "${key}" must be a boolean.`);
}
