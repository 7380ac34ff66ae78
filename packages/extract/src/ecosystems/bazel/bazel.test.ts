import { describe, expect, it } from "vitest";
import type { Declaration, LinkResult } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../../references/index.ts";
import { bazel } from "./index.ts";

const extract = (files: Record<string, string>): LinkResult => extractFiles(files, [bazel]);
const summary = (each: Declaration) =>
  `${each.sourceLine} ${each.evidence.rule} ${each.artifact} ${each.versionConstraint} ${each.lookups.join(" ")}`;
const found = (text: string, path = "MODULE.bazel"): string[] =>
  extract({ [path]: text }).declarations.map(summary);
const NOTHING: LinkResult = { declarations: [], artifacts: [], compositions: [], problems: [] };
const COMMIT = "0123456789abcdef0123456789abcdef01234567";

const MODULE = `"""The shop."""
module(
    name = "acme_shop",
    version = "1.4.0",
    compatibility_level = 1,
)

RULES_VERSION = "2.1.0"

bazel_dep(name = "rules_go", version = "0.50.1", repo_name = "io_bazel_rules_go")
bazel_dep(name = "acme_rules", version = RULES_VERSION)
# bazel_dep(name = "acme_old", version = "1.0")
bazel_dep(
    name = "acme_lint",
    version = "0.3.1.bcr.1",
    dev_dependency = True,
)
bazel_dep(name = "acme_proto")
git_override(
    module_name = "acme_proto",
    remote = "https://github.com/acme/proto.git",
    commit = "${COMMIT}",  # v2.0.1
)
bazel_dep(name = "acme_kit", version = "")
archive_override(
    module_name = "acme_kit",
    urls = ["https://mirror.acme.io/x/github.com/acme/kit/archive/refs/tags/v3.2.0.tar.gz"],
    strip_prefix = "kit-3.2.0",
)
bazel_dep(name = "acme_local")
local_path_override(module_name = "acme_local", path = "modules/local")
single_version_override(module_name = "protobuf", version = "27.1")
single_version_override(module_name = "zlib", patches = ["//:zlib.patch"])

oci = use_extension("@rules_oci//oci:extensions.bzl", "oci")
oci.pull(
    name = "base",
    image = "ghcr.io/acme/base",
    digest = "sha256:${"ab".repeat(32)}",
    tag = "1.2.0",
)
use_repo(oci, "base")
`;

describe("bazel: MODULE.bazel", () => {
  it("declares modules, overrides and images on their lines", () => {
    expect(found(MODULE)).toEqual([
      "10 bazel.bazel_dep rules_go 0.50.1 bazel_module:rules_go",
      "11 bazel.bazel_dep acme_rules 2.1.0 bazel_module:acme_rules",
      "14 bazel.dev_dependency acme_lint 0.3.1.bcr.1 bazel_module:acme_lint",
      "18 bazel.bazel_dep acme_proto null bazel_module:acme_proto",
      `21 bazel.git_override acme_proto ${COMMIT} git:github.com/acme/proto`,
      "24 bazel.bazel_dep acme_kit null bazel_module:acme_kit",
      "27 bazel.archive_override acme_kit v3.2.0 git:github.com/acme/kit",
      "32 bazel.single_version_override protobuf 27.1 bazel_module:protobuf",
      `38 bazel.image ghcr.io/acme/base 1.2.0@sha256:${"ab".repeat(32)} container_image:ghcr.io/acme/base convention:container_image:acme/base`,
    ]);
  });

  it("fills every field of a declaration", () => {
    const { declarations } = extract({ "MODULE.bazel": MODULE });
    expect(declarations[0]).toEqual({
      ecosystem: "bazel",
      dependencyType: "bazel_module",
      sourceFile: "MODULE.bazel",
      sourceLine: 10,
      rawReference: "rules_go@0.50.1",
      artifact: "rules_go",
      versionConstraint: "0.50.1",
      versioning: "bazel",
      unbound: null,
      versionComment: null,
      lookups: ["bazel_module:rules_go"],
      evidence: { class: "manifest", rule: "bazel.bazel_dep" },
      role: "build",
      scope: "bazel_module:acme_shop",
      locked: null,
    });
    expect(declarations[4]).toMatchObject({
      dependencyType: "bazel_module",
      rawReference: `https://github.com/acme/proto.git#${COMMIT}`,
      versioning: "git",
      versionComment: "v2.0.1",
    });
  });

  it("announces the module", () => {
    expect(extract({ "MODULE.bazel": MODULE }).artifacts).toEqual([
      {
        ecosystem: "bazel",
        artifactType: "bazel_module",
        name: "acme_shop",
        version: "1.4.0",
        registryUrl: null,
        sourceFile: "MODULE.bazel",
        sourceLine: 3,
        announces: ["bazel_module:acme_shop"],
        evidence: { class: "manifest", rule: "bazel.module" },
      },
    ]);
    expect(extract({ "tests/e2e/MODULE.bazel": MODULE }).artifacts).toEqual([]);
    expect(extract({ "MODULE.bazel": 'module(version = "1")\n' })).toEqual(NOTHING);
  });

  it("skips the repository's own modules and its own URL", () => {
    const { declarations } = extract({
      "MODULE.bazel": 'module(name = "acme_app")\n',
      "examples/MODULE.bazel":
        'bazel_dep(name = "acme_app", version = "1")\nlocal_path_override(module_name = "acme_app", path = "..")\n',
      "e/MODULE.bazel": `bazel_dep(name = "x")
git_override(module_name = "x", remote = "git@github.com:acme/app.git", branch = "main")
bazel_dep(name = "y", version = "1")
local_path_override(module_name = "y", path = "../../y")
`,
    });
    expect(declarations.map(({ artifact }) => artifact)).toEqual(["x", "y"]);
  });

  it("reads segments, and positional arguments", () => {
    expect(found('bazel_dep("rules_cc", "0.0.9")\n', "bazel/deps.MODULE.bazel")).toEqual([
      "1 bazel.bazel_dep rules_cc 0.0.9 bazel_module:rules_cc",
    ]);
  });

  it("declares a module once per line", () => {
    const line = 'bazel_dep(name = "rules_cc", version = "0.0.9")\n';
    expect(extract({ "MODULE.bazel": line + line }).declarations.map((each) => each.sourceLine)).toEqual([
      1, 2,
    ]);
  });

  it("leaves values unbound that only evaluation would yield", () => {
    const text = `load(":v.bzl", "V")
bazel_dep(name = "a", version = V)
bazel_dep(name = "b", version = "1.%s" % V)
[bazel_dep(name = n, version = "1") for n in NAMES]
`;
    expect(extract({ "MODULE.bazel": text }).declarations).toMatchObject([
      { artifact: "a", versionConstraint: "{V}", unbound: "V" },
      { artifact: "b", versionConstraint: "1.%s", unbound: "%s" },
      { artifact: "{n}", unbound: "n", lookups: [] },
    ]);
  });
});

const WORKSPACE = `workspace(name = "com_acme_shop")

load("@bazel_tools//tools/build_defs/repo:http.bzl", "http_archive")

KIT = "1.3.0"

http_archive(
    name = "rules_acme",
    sha256 = "${"cd".repeat(32)}",
    strip_prefix = "rules-" + KIT,
    urls = [
        "https://cache.acme.io/rules.tar.gz",
        "https://github.com/acme/rules/releases/download/v" + KIT + "/rules.tar.gz",
    ],
)
maybe(http_archive, name = "zlib", url = "https://zlib.net/zlib-1.3.tar.gz")
git_repository(
    name = "acme_proto",
    remote = "git@github.com:acme/proto.git",
    tag = "v2.0.0",
)
new_git_repository(name = "own", remote = "https://github.com/acme/app", branch = "main")
git_repository(name = "here", remote = "file:///srv/here.git", commit = "${COMMIT}")
http_file(name = "tool", urls = ["https://github.com/acme/tool/releases/download/v%s/tool" % TOOL])
container_pull(name = "base", registry = "registry.acme.io:5000", repository = "base/java", tag = "17")
`;

describe("bazel: WORKSPACE and extensions", () => {
  it.each(["WORKSPACE", "WORKSPACE.bazel", "WORKSPACE.bzlmod", "bazel/deps.bzl"])("reads %s", (path) => {
    expect(found(WORKSPACE, path)).toEqual([
      "13 bazel.http_archive github.com/acme/rules v1.3.0 git:github.com/acme/rules",
      "16 bazel.http_archive zlib null ",
      "19 bazel.git_repository github.com/acme/proto v2.0.0 git:github.com/acme/proto",
      "24 bazel.http_file github.com/acme/tool v%s git:github.com/acme/tool",
      "25 bazel.image registry.acme.io:5000/base/java 17 container_image:registry.acme.io:5000/base/java convention:container_image:base/java",
    ]);
  });

  it("recognizes wrapped rules and ignores macros that pass on their arguments", () => {
    const text = `def _dep(name, url, **kwargs):
    http_archive(name = name, url = url)

def deps(ref = "main"):
    ref = "v1"
    _http_archive(name = "kit", urls = mirrors("https://github.com/acme/kit/archive/v1.zip"))
    git_repository(name = "a", remote = "https://github.com/acme/a", tag = ref)
    git_repository(name = "b", remote = REMOTE + "/b", tag = "v1")
`;
    expect(extract({ "deps.bzl": text }).declarations).toMatchObject([
      { sourceLine: 6, artifact: "kit", unbound: "code", lookups: [] },
      { sourceLine: 7, artifact: "github.com/acme/a", versionConstraint: "{ref}", unbound: "ref" },
      { sourceLine: 8, artifact: "b", unbound: "REMOTE", lookups: [] },
    ]);
  });

  it("binds a name that is assigned once, at the top level", () => {
    const rule = 'git_repository(name = "a", remote = "https://github.com/acme/a", tag = V)\n';
    const refs = (text: string) => extract({ "deps.bzl": text }).declarations.map((each) => each.unbound);
    expect(refs(`V = "v1"\n${rule}`)).toEqual([null]);
    expect(refs(`V = "v1"\nV = "v2"\n${rule}`)).toEqual(["V"]);
    expect(refs(`def f():\n    V = "v1"\n${rule}`)).toEqual(["V"]);
    expect(refs(`V = "v1"\ndef f(V = "v2"):\n    ${rule}`)).toEqual(["V"]);
    expect(refs(`V = "v1"\nfor n, V in X: ${rule}`)).toEqual(["V"]);
  });

  it("ignores other tools' files", () => {
    const files = {
      WORKSPACE: "notes\n",
      "defs.bzl": "X = 1\n",
      "BUILD.bazel": WORKSPACE,
      "MODULE.bazel": "",
    };
    expect(extract(files)).toEqual(NOTHING);
  });

  it("declares an archive with several URLs once", () => {
    const text = `http_archive(
    name = "kit",
    urls = [
        "https://mirror.bazel.build/github.com/acme/kit/archive/v1.0.0.tar.gz",
        "https://github.com/acme/kit/archive/v1.0.0.tar.gz",
    ],
)
`;
    const { declarations } = extractFiles({ WORKSPACE: text }, [bazel, references]);
    expect(declarations.map(summary)).toEqual([
      "4 bazel.http_archive github.com/acme/kit v1.0.0 git:github.com/acme/kit",
    ]);
  });
});

describe("bazel: the URL of an archive", () => {
  const declared = (url: string) =>
    extract({ WORKSPACE: `http_archive(\n    name = "kit",\n    url = "${url}",\n)\n` }).declarations.map(
      summary,
    );
  const long = (length: number): string => {
    const start = "https://github.com/acme/kit/archive/";
    return start + "v".repeat(length - start.length);
  };

  it("names a repository of any host", () => {
    expect(declared("https://git.acme.io/acme/kit/archive/v1.0.0.tar.gz")).toEqual([
      "3 bazel.http_archive git.acme.io/acme/kit v1.0.0 git:git.acme.io/acme/kit",
    ]);
  });

  it("has at most 2,000 characters", () => {
    const lookups = (url: string) => declared(url).map((one) => one.split(" ").at(-1));
    expect(lookups(long(2000))).toEqual(["git:github.com/acme/kit"]);
    expect(lookups(long(2001))).toEqual([""]);
  });
});

describe("bazel: any file", () => {
  it("accepts a byte-order mark and CRLF", () => {
    expect(extract({ "MODULE.bazel": `\uFEFF${MODULE.replaceAll("\n", "\r\n")}` })).toEqual(
      extract({ "MODULE.bazel": MODULE }),
    );
  });

  it("reports the line of a syntax error", () => {
    const { declarations, problems } = extract({ "MODULE.bazel": 'bazel_dep(name = "a"\n\nmodule(\n' });
    expect(declarations).toEqual([]);
    expect(problems).toMatchObject([{ line: 3, code: "invalid_syntax" }]);
    expect(extract({ "MODULE.bazel": '\nbazel_dep(name = "a\n' }).problems).toMatchObject([{ line: 2 }]);
  });
});
