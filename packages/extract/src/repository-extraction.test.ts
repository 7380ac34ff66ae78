import { describe, expect, it } from "vitest";
import { SyntaxProblem, type Declaration, type Ecosystem, type LinkResult } from "./ecosystem.ts";
import { extractFiles, RepositoryExtraction } from "./repository-extraction.ts";

/** Declares every word of every line. The facts are the lines of the file. */
function wordEcosystem(id: string, overrides: Partial<Ecosystem<string[]>> = {}): Ecosystem<string[]> {
  return {
    id,
    claims: () => true,
    read: (file) => file.text.split(/\r?\n/),
    link: ({ files }) => ({
      declarations: files.flatMap(({ path, facts }) =>
        facts.flatMap((line, index) => line.split(" ").flatMap((word) => declare(id, path, index + 1, word))),
      ),
      artifacts: [],
      problems: [],
    }),
    ...overrides,
  };
}

function declare(ecosystem: string, sourceFile: string, sourceLine: number, word: string): Declaration[] {
  if (word === "") return [];
  return [
    {
      ecosystem,
      dependencyType: "git_repository",
      sourceFile,
      sourceLine,
      rawReference: word,
      artifact: word,
      versionConstraint: null,
      versioning: "git",
      unbound: null,
      versionComment: null,
      lookups: [],
      evidence: { class: "manifest", rule: `${ecosystem}.word` },
    },
  ];
}

const fail = (error: unknown) => () => {
  throw error;
};

function utf16(text: string, littleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(text.length * 2));
  for (let index = 0; index < text.length; index += 1) {
    view.setUint16(index * 2, text.charCodeAt(index), littleEndian);
  }
  return new Uint8Array(view.buffer);
}

const summary = ({ declarations }: LinkResult): string[] =>
  declarations.map((each) => `${each.ecosystem} ${each.sourceFile}:${each.sourceLine} ${each.rawReference}`);

function extractBytes(bytes: Uint8Array): LinkResult {
  const extraction = new RepositoryExtraction({ fullPath: "acme/app", cloneUrl: null }, [
    wordEcosystem("words"),
  ]);
  extraction.addFile("a", bytes);
  return extraction.finish([]);
}

describe("RepositoryExtraction: declarations", () => {
  it("drops declarations on a line that an earlier ecosystem reports as read", () => {
    const first = wordEcosystem("first", {
      link: () => ({
        declarations: [],
        artifacts: [],
        compositions: [],
        problems: [],
        readLines: [{ file: "a", line: 1 }],
      }),
    });
    expect(summary(extractFiles({ a: "x\ny", b: "z" }, [first, wordEcosystem("second")]))).toEqual([
      "second a:2 y",
      "second b:1 z",
    ]);
  });

  it("keeps every declaration of one ecosystem on a line", () => {
    expect(summary(extractFiles({ a: "x y x" }, [wordEcosystem("first")]))).toEqual([
      "first a:1 x",
      "first a:1 y",
      "first a:1 x",
    ]);
  });

  it("drops declarations on a line that an earlier ecosystem declared", () => {
    const first = wordEcosystem("first", { read: (file) => file.text.split("\n").slice(0, 1) });
    expect(summary(extractFiles({ a: "x\ny", b: "x\nz" }, [first, wordEcosystem("second")]))).toEqual([
      "first a:1 x",
      "first b:1 x",
      "second a:2 y",
      "second b:2 z",
    ]);
  });

  it("links files in the order of their paths", () => {
    const files = { b: "x", "a/z": "x", B: "x", a: "x" };
    expect(summary(extractFiles(files, [wordEcosystem("first")]))).toEqual([
      "first B:1 x",
      "first a:1 x",
      "first a/z:1 x",
      "first b:1 x",
    ]);
  });

  it("classifies CI files that never run as prose, and those of templates as unclassified", () => {
    const files = {
      ".circleci/a": "x",
      "app/.circleci/a": "x",
      "app/.github/workflows/a": "x",
      "fixtures/.github/workflows/a": "x",
      "template/.circleci/a": "x",
    };
    const { declarations } = extractFiles(files, [wordEcosystem("words")]);
    expect(declarations.map(({ sourceFile, evidence }) => [sourceFile, evidence.class])).toEqual([
      [".circleci/a", "manifest"],
      ["app/.circleci/a", "prose"],
      ["app/.github/workflows/a", "prose"],
      ["fixtures/.github/workflows/a", "prose"],
      ["template/.circleci/a", "unclassified"],
    ]);
  });

  it("classifies fixtures as unclassified and rendered files as prose, and drops their artifacts", () => {
    const words = wordEcosystem("words");
    const word = {
      ecosystem: "words",
      artifactType: "git_repository" as const,
      name: "x",
      version: null,
      registryUrl: null,
      sourceLine: 1,
      announces: [],
      evidence: { class: "manifest" as const, rule: "words.word" },
    };
    const publishing = wordEcosystem("words", {
      link: (input) => ({
        ...words.link(input),
        artifacts: input.files.map(({ path }) => ({ ...word, sourceFile: path })),
      }),
    });
    const { declarations, artifacts } = extractFiles(
      { "test/a": "x", "a/fixtures/b": "x", "a/fixtures/golden/b": "x" },
      [publishing],
    );
    expect(declarations.map(({ sourceFile, evidence }) => [sourceFile, evidence.class])).toEqual([
      ["a/fixtures/b", "unclassified"],
      ["a/fixtures/golden/b", "prose"],
      ["test/a", "manifest"],
    ]);
    expect(artifacts.map(({ sourceFile }) => sourceFile)).toEqual(["test/a"]);
  });

  it("reads only files that an ecosystem claims, and links without any if the ecosystem links the tree", () => {
    const never = wordEcosystem("never", {
      claims: () => false,
      link: ({ files, tree }) => ({
        declarations: declare("never", "tree", files.length, tree.map((entry) => entry.path).join(",")),
        artifacts: [],
        problems: [],
      }),
    });
    const files = { a: "x", b: "y" };
    expect(summary(extractFiles(files, [{ ...never, linksTree: true }]))).toEqual(["never tree:0 a,b"]);
    expect(summary(extractFiles(files, [never]))).toEqual([]);
  });

  it("accepts 200,000 declarations", () => {
    const result = extractFiles({ a: "x ".repeat(200_000) }, [wordEcosystem("first")]);
    expect(result.declarations).toHaveLength(200_000);
  });
});

describe("RepositoryExtraction: problems", () => {
  it("reports invalid_syntax with the line of a file that cannot be parsed", () => {
    const broken = wordEcosystem("broken", { read: fail(new SyntaxProblem("No colon.", 7)) });
    expect(extractFiles({ a: "x" }, [broken, wordEcosystem("sound")])).toMatchObject({
      declarations: [{ ecosystem: "sound" }],
      problems: [{ file: "a", line: 7, code: "invalid_syntax", message: "broken: No colon." }],
    });
  });

  it.each([
    ["read", { read: fail(new TypeError("x is undefined")) }, "a"],
    ["claims", { claims: fail(new TypeError("x is undefined")) }, "a"],
    ["link", { link: fail(new TypeError("x is undefined")) }, null],
  ])(
    "reports extractor_error if %s throws, and continues with the other ecosystems",
    (_, overrides, file) => {
      expect(
        extractFiles({ a: "x" }, [wordEcosystem("broken", overrides), wordEcosystem("sound")]),
      ).toMatchObject({
        declarations: [{ ecosystem: "sound" }],
        problems: [{ file, line: null, code: "extractor_error", message: "broken: x is undefined" }],
      });
    },
  );

  it("reports extractor_error for a thrown value that is not an Error", () => {
    const broken = wordEcosystem("broken", { read: fail("stop") });
    expect(extractFiles({ a: "x" }, [broken]).problems).toMatchObject([{ message: "broken: stop" }]);
  });

  it("ignores syntax errors in test data, which may be intentional", () => {
    const broken = wordEcosystem("broken", { read: fail(new SyntaxProblem("No colon.", 7)) });
    const problems = extractFiles({ "tests/fixtures/a": "x", "src/a": "x" }, [broken]).problems;
    expect(problems.map(({ file }) => file)).toEqual(["src/a"]);
  });

  it("keeps the problems that an ecosystem returns", () => {
    const problem = { file: "a", line: 1, code: "truncated" as const, message: "Too many." };
    const reporting = wordEcosystem("reporting", {
      link: () => ({ declarations: [], artifacts: [], compositions: [], problems: [problem] }),
    });
    const broken = wordEcosystem("broken", { read: fail(new SyntaxProblem("No colon.", null)) });
    expect(extractFiles({ a: "x" }, [reporting, broken]).problems.map((each) => each.code)).toEqual([
      "invalid_syntax",
      "truncated",
    ]);
  });
});

describe("RepositoryExtraction: encodings", () => {
  it.each([
    ["UTF-8", new TextEncoder().encode("é\nb")],
    ["UTF-8 with a byte-order mark", new TextEncoder().encode("\uFEFFé\nb")],
    ["UTF-8 with CRLF", new TextEncoder().encode("é\r\nb")],
    ["UTF-16, little-endian", utf16("\uFEFFé\nb", true)],
    ["UTF-16, big-endian", utf16("\uFEFFé\r\nb", false)],
  ])("reads %s", (_, bytes) => {
    expect(summary(extractBytes(bytes))).toEqual(["words a:1 é", "words a:2 b"]);
  });

  it.each([
    ["Latin-1", [0x61, 0xe9, 0x0a, 0x62], ["words a:1 aé", "words a:2 b"]],
    ["half a UTF-8 character", [0x61, 0xc3], ["words a:1 aÃ"]],
    ["half a UTF-16 character", [0xff, 0xfe, 0x61, 0x00, 0x62], ["words a:1 a\uFFFD"]],
  ])("reads %s without a problem", (_, bytes, expected) => {
    const result = extractBytes(new Uint8Array(bytes));
    expect(summary(result)).toEqual(expected);
    expect(result.problems).toEqual([]);
  });
});

describe("the owners of files", () => {
  const words = wordEcosystem("words", { claims: ({ path }) => path.endsWith(".words") });

  it("are those of every file with a declaration or an argument", () => {
    const passing = wordEcosystem("passing", {
      claims: ({ path }) => path === "a.words",
      link: () => ({
        declarations: declare("passing", "a.words", 1, "kit").map((one) => ({
          ...one,
          arguments: [{ kind: "input", name: "name", file: "deploy/values.yaml", line: 3 }],
        })),
        artifacts: [],
        problems: [],
      }),
    });
    const files = {
      ".github/CODEOWNERS": "* @acme/all\n/deploy/ @acme/ops\n/b/\n",
      CODEOWNERS: "* @acme/other\n",
      "a.words": "kit",
      "b/b.words": "kit",
      "c/c.words": "kit",
      "README.md": "none",
    };
    expect(extractFiles(files, [passing, words]).owners).toEqual([
      { owners: ["@acme/all"], files: ["a.words", "c/c.words"] },
      { owners: ["@acme/ops"], files: ["deploy/values.yaml"] },
    ]);
  });

  it("are absent without CODEOWNERS", () => {
    expect(extractFiles({ "a.words": "kit" }, [words])).not.toHaveProperty("owners");
  });

  it("are found without invalid lines, which are problems", () => {
    const invalid = "no-owner no-owner\n".repeat(25);
    const files = { CODEOWNERS: `* @acme/all\n${invalid}`, "a.words": "kit" };
    const { owners, problems } = extractFiles(files, [words]);
    expect(owners).toEqual([{ owners: ["@acme/all"], files: ["a.words"] }]);
    expect(problems).toHaveLength(21);
    expect([problems[0], problems.at(-1)]).toEqual([
      {
        file: "CODEOWNERS",
        line: 2,
        code: "invalid_syntax",
        message: 'codeowners: line skipped: invalid owner "no-owner"',
      },
      {
        file: "CODEOWNERS",
        line: null,
        code: "invalid_syntax",
        message: "codeowners: 5 more invalid lines skipped",
      },
    ]);
  });

  it("are unknown if CODEOWNERS was not read", () => {
    const extraction = new RepositoryExtraction({ fullPath: "acme/app", cloneUrl: null }, [words]);
    extraction.addFile("a.words", Buffer.from("kit"));
    const { owners, problems } = extraction.finish([
      { path: "CODEOWNERS", mode: "100644", oid: "" },
      { path: "a.words", mode: "100644", oid: "" },
    ]);
    expect(owners).toBe(undefined);
    expect(problems).toEqual([
      {
        file: "CODEOWNERS",
        line: null,
        code: "truncated",
        message: "The file was not read. The owners of lines are unknown.",
      },
    ]);
  });
});
