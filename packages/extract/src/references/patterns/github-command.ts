import { gitName, pathName } from "../../name.ts";
import { expand } from "../placeholder.ts";
import type { Sighting } from "../reference.ts";
import { findRepository } from "../repository-url.ts";
import { flagValue, isFlag, type Command, type UrlHint, type Word } from "./command.ts";
import { readUrls } from "./url-command.ts";

/** Excludes `...` in place of a name. */
const REPOSITORY = /^(?!\.+\/)[\w.-]+\/(?!\.+$)[\w.-]+$/;

/** Reads `gh repo clone o/r`, `gh release download v1 -R o/r` and `gh api repos/o/r/…`, without a host. */
export function readGithub(command: Command): { sightings: Sighting[]; hints: UrlHint[] } {
  const { verb, words } = command;
  const named = verb.endsWith("api")
    ? fromApi(words)
    : verb.includes("release")
      ? fromRelease(words)
      : fromClone(words);
  const found = named && shorthand(named.word, named.repository, named.ref, "github_cli", command);
  return { sightings: found ? [found] : [], hints: readUrls(command).hints };
}

interface Named {
  word: Word;
  repository: string;
  ref: string | null;
}

function fromClone(words: readonly Word[]): Named | undefined {
  const word = words.find((candidate) => !isFlag(candidate));
  return word && { word, repository: word.text, ref: flagValue(words, "--branch", "-b", "--pin") };
}

function fromRelease(words: readonly Word[]): Named | undefined {
  const repository = flagValue(words, "-R", "--repo");
  const word = words.find(({ text }) => repository !== null && text.endsWith(repository));
  const [first] = words;
  if (repository === null || !word) return undefined;
  return { word, repository, ref: first && !isFlag(first) ? first.text : null };
}

function fromApi(words: readonly Word[]): Named | undefined {
  const word = words.find(({ text }) => /^\/?repos\//.test(text));
  const found = word && findRepository(`https://api.github.com/${word.text.replace(/^\//, "")}`);
  return found && !found.isDiscussion
    ? { word, repository: found.artifact.replace(/^[^/]*\//, ""), ref: found.ref }
    : undefined;
}

const NPM_SHORTHAND =
  /^(?:[\w@/.-]+@)?(?<host>github|gitlab|bitbucket):(?<repository>[^#\s]+)(?:#(?<ref>\S+))?$/;
const NPM_HOSTS: Record<string, string> = {
  github: "github.com",
  gitlab: "gitlab.com",
  bitbucket: "bitbucket.org",
};

/** Reads `npx github:o/r#v1`. */
export function readNpmShorthands(command: Command): Sighting[] {
  return command.words.flatMap((word) => {
    const { host = "", repository = "", ref } = NPM_SHORTHAND.exec(word.text)?.groups ?? {};
    return shorthand(word, repository, ref ?? null, "npm", command, NPM_HOSTS[host]) ?? [];
  });
}

function shorthand(
  word: Word,
  repository: string,
  ref: string | null,
  rule: string,
  { bindings }: Command,
  host = "github.com",
): Sighting | undefined {
  const name = expand(repository, bindings);
  const constraint = expand(ref ?? "", bindings);
  if (!REPOSITORY.test(name.text)) return undefined;
  const location = `${host}/${name.text.replace(/\.git$/, "")}`;
  return {
    offset: word.offset,
    dependencyType: "git_repository",
    rawReference: rule === "npm" ? word.text : name.text,
    artifact: location,
    versionConstraint: constraint.text === "" ? null : constraint.text,
    versioning: "git",
    unbound: constraint.unbound,
    lookups: [gitName(location), pathName(location.slice(host.length + 1))],
    repository: location.toLowerCase(),
    rule,
    isFetched: true,
    isDiscussion: false,
  };
}
