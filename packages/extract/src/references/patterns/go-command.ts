import { artifactName, gitName } from "../../name.ts";
import { expand } from "../placeholder.ts";
import type { Sighting } from "../reference.ts";
import { findRepository } from "../repository-url.ts";
import type { Command, Word } from "./command.ts";

const PACKAGE = /^(?<path>[a-z\d][a-z\d-]*(?:\.[a-z\d-]+)+(?::\d+)?(?:\/[\w.~+-]+)+)(?:@(?<version>\S+))?$/i;
/** Bounds the number of names to look up. */
const MAX_SEGMENTS = 20;

/**
 * Reads `go install example.com/tool/cmd/x@v1`. Every prefix of a package path may be its module, down to the repository
 * on a known host or `host/name` on others, where `host/owner/name` is assumed to be the repository.
 */
export function readGo({ words, bindings }: Command): { sightings: Sighting[] } {
  return { sightings: words.flatMap((word) => readPackage(word, bindings) ?? []) };
}

function readPackage(word: Word, bindings: Command["bindings"]): Sighting | undefined {
  const { text, unbound } = expand(word.text, bindings);
  const { path, version } = PACKAGE.exec(text)?.groups ?? {};
  if (path === undefined || path.split("/").length > MAX_SEGMENTS) return undefined;
  const known = findRepository(`https://${path}`)?.artifact;
  const shortest = known ?? path.split("/").slice(0, 2).join("/");
  const repository = (known ?? path.split("/").slice(0, 3).join("/")).toLowerCase();
  return {
    offset: word.offset,
    dependencyType: "go_module",
    rawReference: text,
    artifact: path,
    versionConstraint: version ?? null,
    versioning: "go",
    unbound,
    lookups: [
      ...prefixes(path, shortest).map((prefix) => artifactName("go_module", prefix)),
      gitName(repository),
    ],
    repository,
    rule: "go",
    isFetched: true,
    isDiscussion: false,
  };
}

/** Returns the prefixes of a path, longest first. */
function prefixes(path: string, shortest: string): string[] {
  const segments = path.split("/");
  const all = segments.map((_, dropped) => segments.slice(0, segments.length - dropped).join("/"));
  return all.filter((prefix) => prefix.length >= shortest.length);
}
