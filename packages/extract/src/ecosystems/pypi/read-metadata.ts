import type { SourceFile } from "../../source-file.ts";
import { emptyFacts, type PypiFacts } from "./facts.ts";
import { isPackageName, normalizeName } from "./requirement.ts";

const NAME = /^Name: *(?<name>\S+) *$/m;
const VERSION = /^Version: *(?<version>\S+) *$/m;
/** The fields precede the description. */
const MAX_HEADER = 4_000;

/** Reads the name and version of a package that is copied into the repository. */
export function readMetadata(file: SourceFile): PypiFacts {
  const facts = emptyFacts();
  const header = file.text.slice(0, MAX_HEADER);
  const match = NAME.exec(header);
  const name = match?.groups?.["name"] ?? "";
  const version = VERSION.exec(header)?.groups?.["version"] ?? null;
  if (!match || !isPackageName(name)) return facts;
  facts.requirements.push({
    group: "vendored",
    role: "vendored",
    line: file.lineAt(match.index),
    raw: version === null ? name : `${name} ${version}`,
    name: normalizeName(name),
    source: { kind: "index", constraint: version === null ? null : `==${version}` },
    unbound: null,
    isRedirectable: false,
  });
  return facts;
}
