import { posix } from "node:path";
import {
  invalidSyntax,
  type Declaration,
  type Facts,
  type LinkInput,
  type LinkResult,
} from "../../ecosystem.ts";
import {
  argumentsOf,
  interfaceOf,
  MAX_NAMES,
  MAX_SCHEMA_NAMES,
  member,
  type Argument,
} from "../../interface.ts";
import { leadsElsewhere } from "../../name.ts";
import { matchesPatterns } from "../../path-pattern.ts";
import { isTestInput } from "../../repository-path.ts";
import { documentArtifact, documentUse, findDocument } from "../../schema-document.ts";
import { findInSubmodule } from "../gitsubmodules/find-in-submodule.ts";
import { DOCUMENT, type GraphqlFacts, type Project } from "./read.ts";

export function linkGraphqlFiles(
  input: LinkInput<GraphqlFacts>,
  { withInterfaces = false } = {},
): LinkResult {
  const { repository, files } = input;
  const problems = new Set<string>();
  const loaded = new Set(files.flatMap((file) => loadedUrls(file, files)));
  const declarations = files.flatMap((file) =>
    (file.facts.projects ?? []).flatMap((project) => {
      const found = schemasOf(file.path, project, input);
      if (found.length === 0) return [];
      const documents = matching(posix.dirname(file.path), project.documents, files);
      for (const { path, facts } of documents) if (facts.problem) problems.add(path);
      const used = usesOf(project, documents);
      return found.map((each) => ({ ...each, ...used }));
    }),
  );
  const schemas = files.filter(({ path, facts }) => facts.schemaAt !== undefined && !isTestInput(path));
  const artifacts = schemas.map(({ path, facts: { schemaAt: line = 1 } }) =>
    documentArtifact("graphql_schema", "graphql", { path, line }, repository),
  );
  const interfaces = schemas.flatMap(({ path, facts: { names = [], problem } }, index) => {
    const artifact = artifacts[index];
    if (!artifact || !withInterfaces) return [];
    if (problem) problems.add(path);
    const members = names.map(({ kind, name, line, type, required = false }) =>
      member({ file: path, line }, kind, name, { type, required }),
    );
    const open = problem ? { definition: UNREAD, field: UNREAD } : {};
    return [interfaceOf(artifact, members, open, [], MAX_SCHEMA_NAMES)];
  });
  return {
    declarations: declarations.filter(leadsElsewhere(repository)),
    // A script that loads a schema for a configuration is no other use of it.
    readLines: files.flatMap(({ path, facts: { fetched = [] } }) =>
      fetched.flatMap(({ url, line }) => (loaded.has(url) ? [{ file: path, line }] : [])),
    ),
    artifacts,
    problems: files.flatMap(({ path, facts: { problem } }) =>
      problem && problems.has(path) && DOCUMENT.test(path) ? [invalidSyntax("graphql", path, problem)] : [],
    ),
    ...(withInterfaces && { interfaces }),
  };
}

const UNREAD = "The document is not valid";

/** Returns the schemas of a project that are in other repositories. */
function schemasOf(
  path: string,
  { schemas }: Project,
  { repository, files, tree }: LinkInput<GraphqlFacts>,
): Declaration[] {
  const submodules = files.flatMap(({ path: file, facts }) =>
    facts.submodules ? [{ path: file, facts: facts.submodules }] : [],
  );
  return schemas.flatMap(({ text, line }) => {
    const local = posix.join(posix.dirname(path), text);
    const document =
      findDocument(fetchedUrl(local, files) ?? text) ??
      findInSubmodule(local, { repository, files: submodules, tree });
    // Files with this name are of other generators too.
    if (!document || /[*{}]/.test(document.file) || !DOCUMENT.test(document.file)) return [];
    return [
      {
        ecosystem: "graphql",
        sourceFile: path,
        sourceLine: line,
        rawReference: text,
        ...documentUse("graphql_schema", document),
        evidence: { class: "manifest", rule: "graphql.schema" },
      },
    ];
  });
}

/** Returns the URL that scripts load into a file. Undefined if they load several. */
function fetchedUrl(path: string, files: LinkInput<GraphqlFacts>["files"]): string | undefined {
  const [url, ...others] = new Set(
    files.flatMap(({ path: manifest, facts: { fetched = [] } }) =>
      fetched.flatMap((each) => (posix.join(posix.dirname(manifest), each.file) === path ? [each.url] : [])),
    ),
  );
  return others.length > 0 ? undefined : url;
}

/** Returns the URLs that scripts load for the configurations of a file. */
const loadedUrls = (
  { path, facts: { projects = [] } }: Facts<GraphqlFacts>,
  files: LinkInput<GraphqlFacts>["files"],
): string[] =>
  projects.flatMap(({ schemas }) =>
    schemas.flatMap(({ text }) => fetchedUrl(posix.join(posix.dirname(path), text), files) ?? []),
  );

/** More patterns than any handwritten configuration has. */
const MAX_PATTERNS = 50;

/** Returns the operations that patterns match, relative to the folder of their configuration. */
function matching(
  folder: string,
  patterns: readonly string[],
  files: LinkInput<GraphqlFacts>["files"],
): Facts<GraphqlFacts>[] {
  const joined = patterns
    .slice(0, MAX_PATTERNS)
    .map((each) =>
      each.startsWith("!") ? `!${posix.join(folder, each.slice(1))}` : posix.join(folder, each),
    )
    // Excluded are files that any pattern includes.
    .toSorted((a, b) => Number(a.startsWith("!")) - Number(b.startsWith("!")));
  return files.filter(({ path, facts }) => {
    const isDocument = facts.uses !== undefined || facts.problem !== undefined;
    return isDocument && matchesPatterns(joined, path);
  });
}

function usesOf(
  { documents: patterns }: Project,
  documents: readonly Facts<GraphqlFacts>[],
): ReturnType<typeof argumentsOf> {
  const found = documents.flatMap(({ path, facts: { uses = [] } }) =>
    uses.map(({ kind, name, line }): Argument => ({ kind, name, file: path, line })),
  );
  const reason = whyOpen(patterns, documents);
  const kept = found.length > MAX_NAMES ? firstUsesFirst(found) : found;
  return argumentsOf(kept, reason === undefined ? {} : { definition: reason, field: reason });
}

/** Puts the first use of each name before the others, because some are left out. */
function firstUsesFirst(uses: readonly Argument[]): Argument[] {
  const firsts = new Map(uses.toReversed().map((each) => [`${each.kind}\0${each.name}`, each]));
  const isFirst = new Set(firsts.values());
  return [...uses.filter((each) => isFirst.has(each)), ...uses.filter((each) => !isFirst.has(each))];
}

/** Patterns of documents, and of programs with tagged templates. */
const READ = /\.(?:graphqls?|gql|[cm]?[jt]sx?|\{[\w,]+\})$/;

function whyOpen(patterns: readonly string[], documents: readonly Facts<GraphqlFacts>[]): string | undefined {
  if (documents.some(({ facts }) => facts.problem)) return "A document with operations is not valid";
  if (patterns.length === 0) return "The configuration names no operations";
  const isRead = patterns.every((each) => each.startsWith("!") || READ.test(each));
  return isRead ? undefined : "Operations in other languages are not read";
}
