import { describe, expect, it } from "vitest";
import type { ExtractedDeclaration, Problem, ProducedArtifact } from "./ecosystem.ts";
import type { ArtifactInterface } from "./interface.ts";
import { sanitize } from "./sanitize.ts";

const declarationOf = (text: string): ExtractedDeclaration => ({
  ecosystem: "npm",
  dependencyType: "npm_package",
  sourceFile: "package.json",
  sourceLine: 1,
  rawReference: text,
  artifact: text,
  versionConstraint: text,
  versioning: "npm",
  unbound: text,
  versionComment: text,
  lookups: [text],
  evidence: { class: "manifest", rule: "npm.dependency" },
  role: "runtime",
  scope: text,
  locked: { version: text, file: "package-lock.json", line: 1 },
  arguments: [{ kind: "input", name: text, file: "a", line: 1 }],
  openArguments: { secret: text },
});

const artifactOf = (text: string): ProducedArtifact => ({
  ecosystem: "npm",
  artifactType: "npm_package",
  name: text,
  version: text,
  registryUrl: text,
  sourceFile: "package.json",
  sourceLine: 1,
  announces: [text],
  evidence: { class: "manifest", rule: "npm.name" },
});

const problemOf = (message: string): Problem => ({ file: "a", line: 1, code: "invalid_syntax", message });

const interfaceOf = (text: string): ArtifactInterface => ({
  scope: text,
  file: "a",
  line: 1,
  members: [{ kind: "input", name: text, file: "a", line: 1, type: text }],
  open: { file: text },
  strict: [text],
});

const resultOf = (text: string) => ({
  interfaces: [interfaceOf(text)],
  declarations: [declarationOf(text)],
  artifacts: [artifactOf(text)],
  compositions: [{ outer: text, inner: text }],
  problems: [problemOf(text)],
  owners: [{ owners: [text], files: ["a"] }],
});

describe("sanitize", () => {
  it.each([
    ["NUL", "a\0b", "a\ufffdb"],
    ["a lone surrogate", "a\ud83d", "a\ufffd"],
    ["line ends and tabs", "a\r\n\tb", "a\ufffd\ufffd\ufffdb"],
    ["terminal escape sequences", "\u001b[2J\u009b", "\ufffd[2J\ufffd"],
    ["a password", "git+https://ann:secret@acme.io/x", "git+https://acme.io/x"],
    ["a token as the user name", "https://ghp_secret@github.com/a/b", "https://github.com/a/b"],
    ["a password over SSH, but not the user name", "ssh://git:x@acme.io/a", "ssh://git@acme.io/a"],
    [
      "a token in the query of a URL",
      "git+https://acme.io/x.git?private_token=glpat-1&ref=v1&X-Amz-Signature=ab#v1",
      "git+https://acme.io/x.git?private_token=&ref=v1&X-Amz-Signature=#v1",
    ],
    ["a password with a control character", "https://ann:se\ncret@acme.io", "https://acme.io"],
  ])("replaces %s in every text of a result", (_, text, safe) => {
    expect(sanitize(resultOf(text))).toEqual(resultOf(safe));
  });

  it.each([
    "ghcr.io/acme/base:1@sha256:ab",
    "@acme/ui@^1",
    "git@github.com:acme/x.git",
    "日本 😀",
    "oci://acme.io:5000/x@v1",
    "https://acme.io/x?ref=v1&token=${TOKEN}",
  ])("keeps %s", (text) => {
    expect(sanitize(resultOf(text))).toEqual(resultOf(text));
  });

  it("keeps null fields", () => {
    const nothing = {
      versionConstraint: null,
      unbound: null,
      versionComment: null,
      scope: null,
      locked: null,
    };
    const result = {
      declarations: [{ ...declarationOf("a"), ...nothing }],
      artifacts: [],
      compositions: [],
      problems: [],
    };
    expect(sanitize(result)).toEqual(result);
  });

  it("leaves out entries whose name or path is too long, and counts them", () => {
    const long = "x".repeat(801);
    const result = {
      declarations: [
        { ...declarationOf("a"), lookups: ["a", long] },
        { ...declarationOf("a"), artifact: long },
        { ...declarationOf("a"), sourceFile: `${long}/package.json` },
      ],
      artifacts: [artifactOf("a"), artifactOf(long)],
      compositions: [],
      problems: [problemOf("b")],
    };
    expect(sanitize(result)).toEqual({
      declarations: [declarationOf("a")],
      artifacts: [artifactOf("a")],
      compositions: [],
      problems: [
        problemOf("b"),
        {
          file: null,
          line: null,
          code: "truncated",
          message: "Entries left out because their name or path is longer than 800 characters: 3.",
        },
      ],
    });
  });
});
