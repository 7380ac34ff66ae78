import {
  SyntaxProblem,
  type AnyEcosystem,
  type Declaration,
  type Facts,
  type LinkResult,
  type Problem,
  type RepositoryIdentity,
  type TreeEntry,
} from "./ecosystem.ts";
import { sanitize } from "./sanitize.ts";
import { SourceFile } from "./source-file.ts";
import { isFixture, isNestedCi, isRendered, isTestInput, isUnrunCi } from "./test-input.ts";
import { syntaxProblem } from "./syntax-problem.ts";

/** One commit of one repository on its way from files to declarations. Pure; bytes come from the caller. */
export class RepositoryExtraction {
  readonly #repository: RepositoryIdentity;
  readonly #ecosystems: readonly AnyEcosystem[];
  readonly #facts = new Map<AnyEcosystem, Facts<never>[]>();
  readonly #problems: Problem[] = [];

  /** A line that one of `ecosystems` declared is not declared again by a later one. */
  constructor(repository: RepositoryIdentity, ecosystems: readonly AnyEcosystem[]) {
    this.#repository = repository;
    this.#ecosystems = ecosystems.map((each) => each.forRepository?.(repository) ?? each);
  }

  /** Reads one text file. A file that cannot be read becomes a problem; nothing is thrown. */
  addFile(path: string, bytes: Uint8Array): void {
    const file = new SourceFile(path, decode(bytes));
    for (const ecosystem of this.#ecosystems) this.#offer(ecosystem, file);
  }

  #offer(ecosystem: AnyEcosystem, file: SourceFile): void {
    try {
      if (!ecosystem.claims(file)) return;
      const facts = ecosystem.read(file) as never;
      const known = this.#facts.get(ecosystem);
      if (known) known.push({ path: file.path, facts });
      else this.#facts.set(ecosystem, [{ path: file.path, facts }]);
    } catch (error) {
      this.#problems.push(problemOf(error, ecosystem, file.path));
    }
  }

  /** Binds the facts of all files; an ecosystem that fails costs its own results only. `tree` is every entry of the commit. */
  finish(tree: readonly TreeEntry[]): LinkResult {
    const declaredLines = new Set<string>();
    const results = this.#ecosystems.map((ecosystem) => {
      const linked = this.#link(ecosystem, tree);
      const declarations = linked.declarations.filter((each) => !declaredLines.has(lineKey(each)));
      for (const each of declarations) declaredLines.add(lineKey(each));
      for (const { file, line } of linked.readLines ?? [])
        declaredLines.add(lineKey({ sourceFile: file, sourceLine: line }));
      return { ...linked, declarations };
    });
    return sanitize({
      declarations: results.flatMap((result) => result.declarations.map(weighed)),
      artifacts: results.flatMap((result) => result.artifacts).filter((each) => !isFixture(each.sourceFile)),
      problems: distinct([...this.#problems, ...results.flatMap((result) => result.problems)]).filter(
        (problem) => !isMeantToBeBroken(problem),
      ),
    });
  }

  #link(ecosystem: AnyEcosystem, tree: readonly TreeEntry[]): LinkResult {
    const files = (this.#facts.get(ecosystem) ?? []).toSorted((a, b) => compare(a.path, b.path));
    try {
      return ecosystem.link({ repository: this.#repository, files, tree });
    } catch (error) {
      return { declarations: [], artifacts: [], problems: [problemOf(error, ecosystem, null)] };
    }
  }
}

/** Ecosystems that parse the same broken file say so once. */
const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((problem) => [problemKey(problem), problem])).values(),
];

const problemKey = ({ file, line, code, message }: Problem): string =>
  JSON.stringify(code === "invalid_syntax" ? [file, line] : [file, line, code, message]);

/**
 * A manifest that tests read, or only the CI of repositories made of a template, is one in form: unclassified. One that a
 * program rendered repeats what its source says, and CI that nobody runs says what somebody once did: as good as prose.
 */
function weighed(declaration: Declaration): Declaration {
  const { evidence, sourceFile } = declaration;
  const isInForm = isFixture(sourceFile) || isNestedCi(sourceFile);
  if (evidence.class === "prose" || !isInForm) return declaration;
  const isSaid = isRendered(sourceFile) || isUnrunCi(sourceFile);
  return { ...declaration, evidence: { ...evidence, class: isSaid ? "prose" : "unclassified" } };
}

const isMeantToBeBroken = ({ code, file }: Problem): boolean =>
  code === "invalid_syntax" && file !== null && isTestInput(file);

const lineKey = ({ sourceFile, sourceLine }: Pick<Declaration, "sourceFile" | "sourceLine">): string =>
  `${sourceFile}\0${sourceLine}`;

/** Ordinal, the same on every machine. */
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function problemOf(error: unknown, ecosystem: AnyEcosystem, file: string | null): Problem {
  if (error instanceof SyntaxProblem) {
    return syntaxProblem(ecosystem.id, file, error);
  }
  const cause = error instanceof Error ? error.message : String(error);
  return { file, line: null, code: "extractor_error", message: `${ecosystem.id}: ${cause}` };
}

/**
 * UTF-8 or, by its byte-order mark, UTF-16; the mark itself is dropped. Other bytes are read as Latin-1: whatever
 * the encoding was, what a format is made of is ASCII. Half a UTF-16 character costs that character.
 */
function decode(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? "utf-16le"
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? "utf-16be"
        : "utf-8";
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(encoding === "utf-8" ? "latin1" : encoding).decode(bytes);
  }
}
