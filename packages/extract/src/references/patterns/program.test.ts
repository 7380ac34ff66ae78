import { describe, expect, it } from "vitest";
import { hasCommands, readPrograms } from "./program.ts";

const programs = (text: string): string[] => readPrograms(text).map(({ rawReference }) => rawReference);

describe("readPrograms", () => {
  it.each([
    ["a recipe", "release:\n\t@acmectl release --dry-run\n\t-@acme-lint ./...\n", ["acmectl", "acme-lint"]],
    [
      "a step",
      "steps:\n  - run: acmectl deploy prod\n  - run: |\n      cd app && acmectl test .\n",
      ["acmectl"],
    ],
    ["a substitution", 'VERSION=$(acme-version project "$DIR")\n', ["acme-version"]],
    ["a function of make", "VERSION := $(shell acme-version project)\n", ["acme-version"]],
    ["a pipeline", "cat values.yaml | acme-render --strict > out.yaml\n", ["acme-render"]],
  ])("finds programs in %s", (_, text, expected) => {
    expect(programs(text)).toEqual(expected);
  });

  it("ignores the shell, common programs, functions of the script, assignments and targets", () => {
    const script =
      "for f in *; do\n  grep -q x $f\ndone\nbuild_all() { :; }\nnotify() { curl $1; }\nnotify https://acme.example\nfoobar = 1\nfoobar: deps other\n";
    expect(programs(script)).toEqual([]);
  });

  it("points to the program, with the version that the PATH has", () => {
    const text = "deploy:\n\tcd app && acmectl deploy .\n";
    expect(readPrograms(text)).toMatchObject([
      {
        offset: text.indexOf("acmectl"),
        lookups: ["program:acmectl"],
        unbound: "PATH",
        requiresProducer: true,
      },
    ]);
  });
});

describe("hasCommands", () => {
  it.each([
    "Makefile",
    "Makefile.gen.go.mk",
    "hack/build.sh",
    ".github/workflows/ci.yml",
    ".circleci/config.yml",
  ])("is true for %s", (path) => expect(hasCommands(path)).toBe(true));

  it.each(["README.md", "main.go", "deploy/app.yaml"])("is false for %s", (path) =>
    expect(hasCommands(path)).toBe(false),
  );
});
