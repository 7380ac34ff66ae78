import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { pypi } from "../pypi/index.ts";
import { precommit } from "./index.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";

const CONFIG = ".pre-commit-config.yaml";
const HOOKS = ".pre-commit-hooks.yaml";
const SHA = "11bd71901bbe5b1630ceea73d27597364c9af683";

const extract = (files: Record<string, string>) => extractFiles(files, [precommit]);
const declarationsOf = (text: string) => extract({ [CONFIG]: text }).declarations;

/** Returns `line rule rawReference` of every declaration in a configuration. */
const declared = (text: string): string[] =>
  declarationsOf(text).map(
    ({ sourceLine, evidence, rawReference }) => `${sourceLine} ${evidence.rule} ${rawReference}`,
  );

/** Returns the declaration of a configuration with one repository. */
const used = (repo: string, rev: string) => declarationsOf(`repos:\n- repo: ${repo}\n  rev: ${rev}\n`)[0];

const TYPICAL = `default_language_version: {python: python3.12}
repos:
  - repo: https://github.com/pre-commit/pre-commit-hooks
    rev: v5.0.0
    hooks:
      - id: trailing-whitespace
  - repo: git@github.com:acme/Hooks.git
    rev: ${SHA}  # frozen: v1.2.0
    hooks: [{id: lint}]
  # - repo: https://github.com/acme/old
  #   rev: v1
  - repo: local
    hooks:
      - id: eslint
        language: node
        entry: eslint
        additional_dependencies:
          - eslint@9.1.0
          - "@acme/eslint-config@^2"
          - eslint@9.1.0
      - id: mypy
        language: python
        additional_dependencies: [types-requests]
  - repo: meta
    hooks: [{id: check-hooks-apply}]
  - repo: https://github.com/pre-commit/pre-commit-hooks
    rev: v5.0.0
    hooks:
      - id: check-yaml
        additional_dependencies: [of-a-language-that-is-not-stated@1]
`;

describe("precommit: declarations", () => {
  it("declares hook repositories except local and meta, and packages of hooks that state their language", () => {
    expect(declared(TYPICAL)).toEqual([
      "3 precommit.repo https://github.com/pre-commit/pre-commit-hooks@v5.0.0",
      `7 precommit.repo git@github.com:acme/Hooks.git@${SHA}`,
      "18 precommit.node_dependency eslint@9.1.0",
      "19 precommit.node_dependency @acme/eslint-config@^2",
      "20 precommit.node_dependency eslint@9.1.0",
      "23 precommit.python_dependency types-requests",
      "26 precommit.repo https://github.com/pre-commit/pre-commit-hooks@v5.0.0",
    ]);
  });

  it("looks up the hooks, then their repository, and keeps the version of a frozen commit", () => {
    expect(declarationsOf(TYPICAL)[1]).toEqual({
      ecosystem: "precommit",
      dependencyType: "pre_commit_hook",
      sourceFile: CONFIG,
      sourceLine: 7,
      rawReference: `git@github.com:acme/Hooks.git@${SHA}`,
      artifact: "github.com/acme/hooks",
      versionConstraint: SHA,
      versioning: "git",
      unbound: null,
      versionComment: "v1.2.0",
      lookups: ["pre_commit_hook:github.com/acme/hooks", "git:github.com/acme/hooks"],
      evidence: { class: "manifest", rule: "precommit.repo" },
      role: "dev",
      scope: null,
      locked: null,
    });
  });

  it.each([
    [`${SHA} # frozen: v1.2.0`, "v1.2.0"],
    [`${SHA} # v1.2.0`, "v1.2.0"],
    [`${SHA} # 1.2.0`, "1.2.0"],
    [`'${SHA}'  #   frozen:   1.0`, "1.0"],
    [`${SHA} # frozen`, null],
    [`${SHA} # the newest`, null],
    ["v1.2.0 # frozen: v1.2.0", null],
  ])("reads rev %j with the version comment %j", (rev, comment) => {
    expect(used("https://github.com/acme/hooks", rev)?.versionComment).toBe(comment);
  });

  it.each([
    ["23.10", "23.10"],
    ['"1.0"', "1.0"],
    ["", null],
  ])("keeps rev %j as written", (rev, constraint) => {
    expect(used("https://github.com/acme/hooks", rev)?.versionConstraint).toBe(constraint);
  });

  it("marks a rev with a placeholder as unbound", () => {
    expect(used("https://github.com/acme/hooks", "'{{ cookiecutter.rev }}'")).toMatchObject({
      versionConstraint: "{{ cookiecutter.rev }}",
      unbound: "cookiecutter.rev",
      lookups: ["pre_commit_hook:github.com/acme/hooks", "git:github.com/acme/hooks"],
    });
  });

  it.each(["'https://github.com/{{ org }}/hooks'", "'{{ url }}'"])(
    "does not look up a repository with a placeholder: %s",
    (repo) => {
      expect(used(repo, "v1")).toMatchObject({ lookups: [], unbound: /org|url/.exec(repo)?.[0] });
    },
  );

  it("skips folders and the repository itself", () => {
    for (const repo of [
      ".",
      "./",
      "../hooks",
      "/srv/hooks",
      "~/hooks",
      "https://github.com/Acme/App",
      "builtin",
    ])
      expect(used(repo, "v1")).toBeUndefined();
  });

  it("reads the old format, a list with sha instead of rev", () => {
    expect(declared("- repo: https://github.com/acme/hooks\n  sha: v1\n  hooks: [{id: a}]\n")).toEqual([
      "1 precommit.repo https://github.com/acme/hooks@v1",
    ]);
  });

  it("accepts a byte-order mark and CRLF", () => {
    const { declarations, problems } = extract({ [CONFIG]: `\uFEFF${TYPICAL.replaceAll("\n", "\r\n")}` });
    expect(problems).toEqual([]);
    expect(declarations.map(({ sourceLine }) => sourceLine)).toEqual([3, 7, 18, 19, 20, 23, 26]);
    expect(declarations[1]?.versionComment).toBe("v1.2.0");
  });

  it("finds nothing in empty files and in other files", () => {
    const nothing = { declarations: [], artifacts: [], compositions: [], problems: [] };
    for (const text of ["", "# nothing\n", "repos: []\n", "repos:\n"])
      expect(extract({ [CONFIG]: text })).toEqual(nothing);
    expect(extract({ "pre-commit-config.yaml": TYPICAL, "x.pre-commit-config.yaml": TYPICAL })).toEqual(
      nothing,
    );
  });
});

describe("precommit: packages of hooks", () => {
  const dependency = (text: string, language = "node") =>
    declarationsOf(
      `repos:\n- repo: https://github.com/acme/h\n  rev: v1\n  hooks:\n  - {id: a, language: ${language}, additional_dependencies: ["${text}"]}\n`,
    )
      .slice(1)
      .map(({ dependencyType, artifact, versionConstraint, versioning, lookups }) =>
        [dependencyType, artifact, versionConstraint, versioning, ...lookups].join(" "),
      );

  it.each([
    ["eslint", "npm_package eslint  npm npm_package:eslint"],
    ["@acme/ui@~1.2", "npm_package @acme/ui ~1.2 npm npm_package:@acme/ui"],
    ["kit@npm:@acme/kit@2", "npm_package @acme/kit 2 npm npm_package:@acme/kit"],
    ["kit@github:acme/kit#v1", "npm_package kit v1 git git:github.com/acme/kit"],
    ["acme/kit#v1", "npm_package github.com/acme/kit v1 git git:github.com/acme/kit"],
    ["git@github.com:acme/kit.git", "npm_package github.com/acme/kit  git git:github.com/acme/kit"],
    ["git+https://git.acme.io/kit.git", "npm_package git.acme.io/kit  git git:git.acme.io/kit"],
  ])("declares for node: %s", (text, expected) => {
    expect(dependency(text)).toEqual([expected]);
  });

  it.each([
    ["mypy", "python_package mypy  pep440 python_package:mypy"],
    ["Types_Requests[x]>=2,<3", "python_package types-requests >=2,<3 pep440 python_package:types-requests"],
    ["kit @ git+https://github.com/acme/kit@v1", "python_package kit v1 git git:github.com/acme/kit"],
  ])("declares for python: %s", (text, expected) => {
    expect(dependency(text, "python")).toEqual([expected]);
  });

  it.each(["./kit", "kit @ file:///srv/kit", "--pre", "-e ."])("skips for python: %s", (text) => {
    expect(dependency(text, "python")).toEqual([]);
  });

  it.each(["./kit", "file:../kit", "kit@file:./kit", ""])("skips for node: %j", (text) => {
    expect(dependency(text)).toEqual([]);
  });
});

describe("precommit: artifacts", () => {
  const OFFERED = `- id: lint
  name: Lint
  entry: lint
  language: node
  additional_dependencies: ["@acme/lint@3"]
- id: format
  entry: format
  language: python
`;

  it("announces the hooks of a repository by its host and path", () => {
    const { artifacts, declarations } = extract({ [HOOKS]: OFFERED });
    expect(artifacts).toEqual([
      {
        ecosystem: "precommit",
        artifactType: "pre_commit_hook",
        name: "github.com/acme/app",
        version: null,
        registryUrl: null,
        sourceFile: HOOKS,
        sourceLine: 1,
        announces: ["pre_commit_hook:github.com/acme/app"],
        evidence: { class: "manifest", rule: "precommit.hooks" },
      },
    ]);
    expect(declarations).toMatchObject([{ sourceFile: HOOKS, sourceLine: 5, rawReference: "@acme/lint@3" }]);
  });

  it("announces nothing below the root, without hooks or without a clone URL", () => {
    expect(extract({ [`sub/${HOOKS}`]: OFFERED }).artifacts).toEqual([]);
    expect(extract({ [HOOKS]: "" }).artifacts).toEqual([]);
    const local = extractFiles({ [HOOKS]: OFFERED }, [precommit], { fullPath: "acme/app", cloneUrl: null });
    expect(local.artifacts).toEqual([]);
  });
});

describe("precommit: problems", () => {
  it.each([
    ["invalid YAML", CONFIG, "repos:\n  - repo: [\n", 3],
    ["a plain string", CONFIG, "repos\n", 1],
    ["repos that are not a list", CONFIG, "ci: {}\nrepos: {repo: x}\n", 2],
    ["an unquoted placeholder", CONFIG, "repos:\n- repo: https://github.com/a/b\n  rev: {{ rev }}\n", 3],
    ["an entry without repo", CONFIG, "repos:\n- rev: v1\n", 2],
    ["hooks that are not a list", HOOKS, "id: a\n", 1],
  ])("reports the file and line of %s", (_, path, text, line) => {
    const { problems, declarations } = extract({ [path]: text });
    expect(problems).toMatchObject([{ file: path, line, code: "invalid_syntax" }]);
    expect(declarations).toEqual([]);
  });

  it("reads a text with many unclosed placeholders in linear time", () => {
    const started = process.cpuUsage();
    for (const piece of ["{{ ", "{{", " "])
      extract({ [CONFIG]: `repos:\n- repo: '{{${piece.repeat(100_000)}'\n  rev: v1\n` });
    expect(cpuMsSince(started)).toBeLessThan(2000);
  });
});

describe("precommit: roles and scopes", () => {
  const HOOK = "- id: lint\n  language: python\n  additional_dependencies: [acme-rules==1]\n";

  it("are dev in a configuration, and belong to the hooks where a repository provides them", () => {
    const files = {
      [CONFIG]: `repos:\n- repo: local\n  hooks:\n${HOOK.replace(/^/gm, "  ")}\n`,
      [HOOKS]: HOOK,
    };
    expect(extract(files).declarations.map(({ role, scope }) => [role, scope])).toEqual([
      ["dev", null],
      ["runtime", "pre_commit_hook:github.com/acme/app"],
    ]);
  });

  it("build the hooks from the packages in the root folder", () => {
    const pyproject = (name: string) => `[project]\nname = "${name}"\n`;
    const files = {
      [HOOKS]: HOOK,
      "pyproject.toml": pyproject("acme-lint"),
      "x/pyproject.toml": pyproject("x"),
    };
    expect(extractFiles(files, [precommit, pypi]).compositions).toEqual([
      { outer: "pre_commit_hook:github.com/acme/app", inner: "python_package:acme-lint" },
    ]);
  });
});
