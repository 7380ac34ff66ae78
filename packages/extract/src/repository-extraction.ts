import {
  invalidSyntax,
  SyntaxProblem,
  type AnyEcosystem,
  type ExtractionResult,
  type Facts,
  type Declaration,
  type ExtractedDeclaration,
  type LinkInput,
  type LinkResult,
  type Problem,
  type RepositoryIdentity,
  type TreeEntry,
} from "./ecosystem.ts";
import type { EvidenceClass } from "@knockon/contract/vocabulary/evidence";
import type { Role } from "@knockon/contract/vocabulary/role";
import { ValuesFiles } from "./chart-values.ts";
import {
  codeownersProblems,
  findOwners,
  locateCodeowners,
  readIfCodeowners,
  type OwnedFiles,
} from "./codeowners/find-owners.ts";
import type { Codeowners } from "./codeowners/read-codeowners.ts";
import type { ArtifactInterface } from "./interface.ts";
import type { LinkCache } from "./link-cache.ts";
import { roleOf } from "./role.ts";
import { cloneUse, composeOwnUses, composeScopes, DOCKERFILE, Scopes } from "./scope.ts";
import { sanitize } from "./sanitize.ts";
import type { SkippedPart } from "./document/yaml-recovery.ts";
import { SourceFile } from "./source-file.ts";
import { InheritedVersions } from "./inherited-version.ts";
import { extensionOf, isFixture, isNestedCi, isRendered, isTestInput, isUnrunCi } from "./repository-path.ts";

/** Extracts the declarations of one commit. Performs no I/O: the caller passes the files. */
export class RepositoryExtraction {
  readonly #repository: RepositoryIdentity;
  readonly #ecosystems: readonly AnyEcosystem[];
  /** By extension. */
  readonly #readers = new Map<string, readonly AnyEcosystem[]>();
  readonly #facts = new Map<AnyEcosystem, Facts<never>[]>();
  readonly #problems: Problem[] = [];
  readonly #links: LinkCache | undefined;
  /** By path: a repository can have several, of which the host uses one. */
  readonly #codeowners = new Map<string, Codeowners>();
  readonly #skipped: { ecosystem: AnyEcosystem; path: string; parts: readonly SkippedPart[] }[] = [];

  /** Drops declarations on a line that an earlier one of `ecosystems` declared. */
  constructor(repository: RepositoryIdentity, ecosystems: readonly AnyEcosystem[], links?: LinkCache) {
    this.#repository = repository;
    this.#links = links;
    this.#ecosystems = ecosystems.map((each) => each.forRepository?.(repository) ?? each);
  }

  /** Reads one text file. Never throws: a file that cannot be read becomes a problem. */
  addFile(path: string, bytes: Uint8Array): void {
    this.addFacts(this.readFile(path, bytes));
  }

  /** Reads one text file without adding it. The result depends only on the repository, the path and the bytes. */
  readFile(path: string, bytes: Uint8Array): FileFacts {
    const file = decode(path, bytes);
    const found: FileFacts = { found: [], problems: [] };
    for (const ecosystem of this.#readersOf(path)) offer(ecosystem, file, found);
    const codeowners = readIfCodeowners(this.#repository, path, file.text);
    if (codeowners) found.codeowners = { path, file: codeowners };
    return found;
  }

  /** Returns the ecosystems that may read a file. Most have files of few extensions. */
  #readersOf(path: string): readonly AnyEcosystem[] {
    const extension = extensionOf(path);
    const known = this.#readers.get(extension);
    if (known) return known;
    const readers = this.#ecosystems.filter(({ extensions }) => extensions?.test(extension) ?? true);
    this.#readers.set(extension, readers);
    return readers;
  }

  /** Adds a file that was read before. */
  addFacts({ found, problems, codeowners }: FileFacts): void {
    if (codeowners) this.#codeowners.set(codeowners.path, codeowners.file);
    for (const { ecosystem: id, file, skipped } of found) {
      const ecosystem = this.#ecosystems.find((one) => one.id === id);
      if (!ecosystem) continue;
      if (skipped.length > 0) this.#skipped.push({ ecosystem, path: file.path, parts: skipped });
      const known = this.#facts.get(ecosystem);
      if (known) known.push(file);
      else this.#facts.set(ecosystem, [file]);
    }
    this.#problems.push(...problems);
  }

  /** Links only the interfaces of the files. */
  finishInterfaces(tree: readonly TreeEntry[]): ExtractedInterfaces {
    const results = this.#ecosystems
      .filter(definesInterfaces)
      .map((ecosystem) => this.#link(ecosystem, tree));
    const { interfaces = [], problems } = sanitize({
      declarations: [],
      artifacts: [],
      compositions: [],
      interfaces: interfacesOf(results),
      problems: [...this.#problems, ...results.flatMap((result) => result.problems)],
    });
    return { interfaces, problems };
  }

  /** Links the facts of all files. An ecosystem that throws loses only its own results. `tree` is every entry of the commit. */
  finish(tree: readonly TreeEntry[]): ExtractionResult {
    const declaredLines = new Set<string>();
    const results = this.#ecosystems.map((ecosystem) => {
      const linked = this.#link(ecosystem, tree);
      const declarations = linked.declarations.filter((each) => !declaredLines.has(lineKey(each)));
      for (const each of declarations) if (!each.requiresProducer) declaredLines.add(lineKey(each));
      for (const { file, line } of linked.readLines ?? [])
        declaredLines.add(lineKey({ sourceFile: file, sourceLine: line }));
      return { ...linked, declarations, role: ecosystem.role ?? "runtime", ecosystem };
    });
    const artifacts = results
      .flatMap((result) => result.artifacts)
      .filter((each) => !isFixture(each.sourceFile));
    const scopes = new Scopes(artifacts);
    const skipped = this.#skipped
      .filter(({ ecosystem, path }) => {
        const result = results.find((each) => each.ecosystem === ecosystem);
        const found = [...(result?.declarations ?? []), ...(result?.artifacts ?? [])];
        return ecosystem.isGuess?.(path) !== true || found.some(({ sourceFile }) => sourceFile === path);
      })
      .flatMap(({ ecosystem, path, parts }) => parts.map((part) => skippedProblem(ecosystem.id, path, part)));
    const versions = new InheritedVersions(results.flatMap((result) => result.declarations));
    const values = new ValuesFiles(results.flatMap((result) => result.valuesFiles ?? []));
    const declarations = results.flatMap((result) =>
      result.declarations.map((each) => complete(values.bind(versions.bind(each)), result.role, scopes)),
    );
    const ownUses = results.flatMap((result) => result.ownUses ?? []);
    const own = composeOwnUses(ownUses, scopes, declarations, artifacts);
    const interfaces = interfacesOf(results.filter(({ ecosystem }) => definesInterfaces(ecosystem)));
    const owned = this.#findOwners(tree, declarations);
    return sanitize({
      ...(owned.owners.length > 0 && { owners: owned.owners }),
      ...(interfaces.length > 0 && { interfaces }),
      declarations,
      artifacts,
      compositions: composeScopes(declarations, artifacts, dockerfilesOf(tree), [
        ...results.flatMap((result) => result.compositions ?? []),
        ...own,
      ]),
      problems: distinct([
        ...this.#problems,
        ...skipped,
        ...results.flatMap((result) => result.problems),
        ...owned.problems,
      ]).filter((problem) => !isExpected(problem)),
    });
  }

  /** Finds the owners of the files with a line of a consumer. */
  #findOwners(
    tree: readonly TreeEntry[],
    declarations: readonly ExtractedDeclaration[],
  ): { owners: OwnedFiles[]; problems: Problem[] } {
    const path = locateCodeowners(this.#repository, tree);
    if (path === undefined) return { owners: [], problems: [] };
    const codeowners = this.#codeowners.get(path);
    if (!codeowners) return { owners: [], problems: [unknownOwners(path, "The file was not read.")] };
    const files = declarations.flatMap((one) => [
      one.sourceFile,
      ...(one.arguments?.map(({ file }) => file) ?? []),
    ]);
    const owners = findOwners(codeowners, files);
    const problems = codeownersProblems(path, codeowners);
    return owners
      ? { owners, problems }
      : { owners: [], problems: [...problems, unknownOwners(path, "The file has too many patterns.")] };
  }

  #link(ecosystem: AnyEcosystem, tree: readonly TreeEntry[]): LinkResult {
    const facts = this.#facts.get(ecosystem) ?? [];
    if (facts.length === 0 && !ecosystem.linksTree) return { declarations: [], artifacts: [], problems: [] };
    const files = facts.toSorted((a, b) => compare(a.path, b.path));
    const link = () => linkFiles(ecosystem, { repository: this.#repository, files, tree });
    return this.#links ? this.#links.find(ecosystem.id, files, tree, link) : link();
  }
}

/** The interfaces of one commit, and the problems. */
export type ExtractedInterfaces = Required<Pick<ExtractionResult, "interfaces" | "problems">>;

/** What the ecosystems read from one file: plain data. */
export interface FileFacts {
  /** Empty if no ecosystem claims the file. */
  found: { ecosystem: string; file: Facts<never>; skipped: readonly SkippedPart[] }[];
  problems: Problem[];
  /** Only for a CODEOWNERS file. */
  codeowners?: { path: string; file: Codeowners };
}

function offer(ecosystem: AnyEcosystem, file: SourceFile, { found, problems }: FileFacts): void {
  try {
    if (!ecosystem.claims(file)) return;
    file.skipped = [];
    const read = ecosystem.read(file);
    if (read === undefined) return;
    // A copy, because a part of a text keeps the whole text in memory.
    const facts = JSON.parse(JSON.stringify(read)) as never;
    found.push({ ecosystem: ecosystem.id, file: { path: file.path, facts }, skipped: file.skipped });
  } catch (error) {
    problems.push(problemOf(error, ecosystem, file.path));
  }
}

function linkFiles(ecosystem: AnyEcosystem, input: LinkInput<never>): LinkResult {
  try {
    return ecosystem.link(input);
  } catch (error) {
    return { declarations: [], artifacts: [], problems: [problemOf(error, ecosystem, null)] };
  }
}

export const definesInterfaces = ({ interfaceFrom }: AnyEcosystem): boolean => interfaceFrom !== undefined;

const interfacesOf = (results: readonly LinkResult[]): ArtifactInterface[] =>
  results
    .flatMap((result) => result.interfaces ?? [])
    .filter(({ members }) => members.every(({ file }) => !isFixture(file)))
    .toSorted((a, b) => compare(a.scope, b.scope));

/** Extracts a repository given as `{path: text}`, for tests and offline tools. */
export function extractFiles(
  files: Record<string, string>,
  ecosystems: readonly AnyEcosystem[],
  repository: RepositoryIdentity = { fullPath: "acme/app", cloneUrl: "https://github.com/acme/app.git" },
): ExtractionResult {
  const extraction = new RepositoryExtraction(repository, ecosystems);
  for (const [path, text] of Object.entries(files)) extraction.addFile(path, new TextEncoder().encode(text));
  const tree = Object.keys(files).map((path) => ({ path, mode: "100644", oid: "0".repeat(40) }));
  return extraction.finish(tree);
}

/** Reports a broken file once, even if several ecosystems parse it. */
const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [problemKey(problem), problem])).values(),
];

const problemKey = ({ file, line, code, message }: Problem): string =>
  JSON.stringify(code === "invalid_syntax" ? [file, line] : [file, line, code, message]);

/** Adds role, scope and lock to a declaration. */
function complete(declaration: Declaration, ecosystemRole: Role, scopes: Scopes): ExtractedDeclaration {
  const role = roleOf(declaration, ecosystemRole);
  const scope = scopes.find(declaration, role);
  return {
    ...declaration,
    ...cloneUse(declaration, scope),
    evidence: { ...declaration.evidence, class: reclassified(declaration) },
    role,
    scope,
    locked: declaration.locked ?? null,
  };
}

/**
 * Lowers the evidence class of files that only look like manifests: fixtures and the CI of templates become
 * `unclassified`, rendered output and CI that never runs become `prose`.
 */
function reclassified({ evidence, sourceFile }: Declaration): EvidenceClass {
  if (evidence.class === "prose" || !(isFixture(sourceFile) || isNestedCi(sourceFile))) return evidence.class;
  return isRendered(sourceFile) || isUnrunCi(sourceFile) ? "prose" : "unclassified";
}

function skippedProblem(ecosystem: string, file: string, { line, from, to, message }: SkippedPart): Problem {
  const part = from === to ? `line ${from} skipped` : `lines ${from} to ${to} skipped`;
  return invalidSyntax(ecosystem, file, { line, message: `${message} (${part})` });
}

const unknownOwners = (file: string, message: string): Problem => ({
  file,
  line: null,
  code: "truncated",
  message: `${message} The owners of lines are unknown.`,
});

/** Returns the Dockerfiles that may build a published image. */
const dockerfilesOf = (tree: readonly TreeEntry[]): string[] =>
  tree
    .map(({ path }) => path)
    .filter((path) => DOCKERFILE.test(path) && !path.endsWith(".dockerignore") && !isTestInput(path));

const isExpected = ({ code, file }: Problem): boolean =>
  code === "invalid_syntax" && file !== null && isTestInput(file);

const lineKey = ({ sourceFile, sourceLine }: Pick<Declaration, "sourceFile" | "sourceLine">): string =>
  `${sourceFile}\0${sourceLine}`;

/** Compares by code unit, independent of the locale. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function problemOf(error: unknown, ecosystem: AnyEcosystem, file: string | null): Problem {
  if (error instanceof SyntaxProblem) {
    return invalidSyntax(ecosystem.id, file, error);
  }
  const cause = error instanceof Error ? error.message : String(error);
  return { file, line: null, code: "extractor_error", message: `${ecosystem.id}: ${cause}` };
}

/**
 * Decodes UTF-8 or, by its byte-order mark, UTF-16, and drops the mark. Other bytes are read as Latin-1: the syntax of
 * every format is ASCII. An incomplete UTF-16 character becomes U+FFFD.
 */
function decode(path: string, bytes: Uint8Array): SourceFile {
  if (bytes[0] === 0xff && bytes[1] === 0xfe)
    return new SourceFile(path, new TextDecoder("utf-16le").decode(bytes));
  if (bytes[0] === 0xfe && bytes[1] === 0xff)
    return new SourceFile(path, new TextDecoder("utf-16be").decode(bytes));
  try {
    return new SourceFile(path, UTF_8.decode(bytes), bytes);
  } catch {
    return new SourceFile(path, LATIN_1.decode(bytes), bytes);
  }
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true });
const LATIN_1 = new TextDecoder("latin1");
