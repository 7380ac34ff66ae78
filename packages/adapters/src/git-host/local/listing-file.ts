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

/** The text of a listing file. */
export interface Listing {
  text: string;
  /** The file, for messages. */
  name: string;
  /** Where relative paths start. */
  folder: string;
}

export const readListingFile = async (file: string): Promise<Listing> => ({
  text: await readFile(file, "utf8"),
  name: file,
  folder: dirname(file),
});

/** Reads JSON lines `{path, full_path?, clone_url?, default_branch?, ref?, archived?, is_fork?}`. Throws DiscoveryError. */
export const parseListing = ({ text, name, folder }: Listing): ListedRepository[] =>
  text
    .replace(/^\uFEFF/, "")
    .split("\n")
    .flatMap((line, index) => (line.trim() === "" ? [] : [parseLine(line, folder, `${name}:${index + 1}`)]));

function parseLine(line: string, folder: string, place: string): ListedRepository {
  const value = parseObject(line, place);
  const fullPath = findText(value, "full_path", place);
  if (fullPath?.split("/").some((segment) => segment === "" || segment === "." || segment === ".."))
    throw new DiscoveryError(`${place}: "full_path" is not of the form org/repo.`);
  return {
    fullPath,
    folder: resolve(folder, getText(value, "path", place)),
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
