import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A use that a fixture expects on a line. */
export interface ExpectedUse {
  sourceFile: string;
  sourceLine: number;
  dependencyType: string;
  artifact: string;
  versionConstraint: string | null;
  state: string;
  producer: string | null;
  /** Several repositories produce it. `producer` is the first. */
  isAmbiguous: boolean;
  evidence: string;
}

export interface HostileRepository {
  fullPath: string;
  cloneUrl: string;
  archived: boolean;
  isFork: boolean;
  files: Record<string, string>;
  /** Commit SHAs of submodules by path. */
  submodules: Record<string, string>;
  expected: ExpectedUse[];
}

const FOLDER = join(import.meta.dirname, "hostile");
const FILE = /^-- (?<path>\S+)(?: @ (?<commit>[\da-f]{40}))? --$/;
const EXPECTED = /\s*⇒ /;

/**
 * Reads an organization full of edge cases, one `.txtar` per repository. The format is described in hostile/README.md.
 */
export const readHostileOrganization = (): HostileRepository[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".txtar"))
    .toSorted()
    .map((name) => readRepository(readFileSync(join(FOLDER, name), "utf8")));

function readRepository(text: string): HostileRepository {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => FILE.test(line));
  const settings = new Map(lines.slice(0, start).map((line) => line.split(": ") as [string, string]));
  const fullPath = settings.get("repository") ?? "";
  const repository: HostileRepository = {
    fullPath,
    cloneUrl: settings.get("clone_url") ?? `https://github.com/${fullPath}.git`,
    archived: settings.get("archived") === "true",
    isFork: settings.get("fork") === "true",
    files: {},
    submodules: {},
    expected: [],
  };
  for (const [{ path, commit }, content] of splitFiles(lines.slice(start))) {
    if (commit === undefined) addFile(repository, path, content);
    else repository.submodules[path] = commit;
  }
  return repository;
}

function splitFiles(lines: string[]): [{ path: string; commit?: string }, string[]][] {
  const starts = lines.flatMap((line, at) => (FILE.test(line) ? [at] : []));
  return starts.map((at, index) => {
    const { path = "", commit } = FILE.exec(lines[at] ?? "")?.groups ?? {};
    const content = lines.slice(at + 1, starts[index + 1]);
    return [{ path, ...(commit !== undefined && { commit }) }, content];
  });
}

function addFile({ files, expected }: HostileRepository, path: string, lines: string[]): void {
  const texts = lines.map((line, index) => {
    const [text = "", ...uses] = line.split(EXPECTED);
    expected.push(...uses.map((use) => readUse(path, index + 1, use)));
    return text;
  });
  files[path] = `${texts.join("\n").trimEnd()}\n`;
}

function readUse(sourceFile: string, sourceLine: number, text: string): ExpectedUse {
  const [dependencyType = "", artifact = "", constraint, state = "", producer = "", evidence = "manifest"] =
    text.split(" | ");
  return {
    sourceFile,
    sourceLine,
    dependencyType,
    artifact,
    versionConstraint: constraint === "-" ? null : (constraint ?? null),
    state,
    producer: producer === "-" ? null : producer.replace(/\?$/, ""),
    isAmbiguous: producer.endsWith("?"),
    evidence,
  };
}
