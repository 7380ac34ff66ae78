import { describe, expect, it } from "vitest";
import type { Declaration } from "../ecosystem.ts";
import { extractFiles } from "../repository-extraction.ts";
import { references } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [references]);
const declarations = (text: string, path = "build.sh"): Declaration[] =>
  extract({ [path]: text }).declarations;

/** `line artifact constraint` of every declaration. */
const summary = (text: string, path?: string): string[] =>
  declarations(text, path).map(
    ({ sourceLine, artifact, versionConstraint }) => `${sourceLine} ${artifact} ${versionConstraint}`,
  );

const evidence = (path: string, text: string): string[] =>
  declarations(text, path).map((declaration) => declaration.evidence.class);

describe("references: URLs", () => {
  it("declares URLs of git hosts in any text", () => {
    expect(summary('x := "https://github.com/acme/tool"\n', "main.go")).toEqual([
      "1 github.com/acme/tool null",
    ]);
  });

  it("ignores URLs of other hosts", () => {
    const text = `https://acme.io/x https://img.shields.io/github/v/acme/tool
curl https://get.acme.io/install.sh
import "github.com/acme/tool/pkg"
ssh git@acme.io
`;
    // A file of a site only counts if a repository of the workspace builds the site.
    expect(summary(text)).toEqual(["2 get.acme.io null"]);
    expect(declarations(text)[0]?.requiresProducer).toBe(true);
  });

  it("reads the ref in the field next to a URL", () => {
    const text = `apps:
- name: x
  repoURL: https://github.com/acme/deploy
  path: apps
  targetRevision: release-1
- repo: https://github.com/acme/tool.git
  ref: v2 # the last one
- branch: main
  url: "https://github.com/acme/other"
- url: https://github.com/acme/none
- ref: v9
  nested:
    url: https://github.com/acme/nested
homepage: https://github.com/acme/page/issues
tag: v3
`;
    expect(summary(text, "config/repos.yaml")).toEqual([
      "3 github.com/acme/deploy release-1",
      "6 github.com/acme/tool v2",
      "9 github.com/acme/other main",
      "10 github.com/acme/none null",
      "13 github.com/acme/nested null",
      "14 github.com/acme/page null",
    ]);
    const json = `{
  "url": "https://github.com/acme/tool",
  "ref": "v1"
}
`;
    expect(summary(json, "a.json")).toEqual(["2 github.com/acme/tool v1"]);
  });

  it("reads refs in variables after a quote", () => {
    const text = `curl -L https://github.com/acme/tool/releases/download/v"\${VERSION}"/x
curl -L https://raw.githubusercontent.com/acme/tool/"$REF"/install.sh
curl -L "https://github.com/acme/tool/archive/$(cat VERSION).tar.gz"
curl -L https://github.com/acme/tool/releases/download/\${V:-"v1.2"}/x
docker pull "ghcr.io/acme/base":1.2
docker run ghcr.io/acme/base:"$TAG"
`;
    expect(
      declarations(text).map(({ artifact, versionConstraint, unbound }) => [
        artifact.slice(artifact.indexOf("/") + 1),
        versionConstraint,
        unbound,
      ]),
    ).toEqual([
      ["acme/tool", "v${VERSION}", "VERSION"],
      ["acme/tool", "${REF}", "REF"],
      ["acme/tool", "$(cat VERSION)", "$(cat VERSION)"],
      ["acme/tool", "v1.2", null],
      ["acme/base", "1.2", null],
      ["acme/base", "$TAG", "TAG"],
    ]);
    const program = `VERSION = "1.2"
URL = "https://github.com/acme/tool/releases/download/v" + VERSION + "/x.tgz"
OTHER = "https://github.com/acme/" + NAME
LAST = "https://github.com/acme/tool" + PATH
`;
    expect(summary(program, "a.py")).toEqual(["2 github.com/acme/tool v1.2", "4 github.com/acme/tool null"]);
  });

  it("declares a repository once per line", () => {
    const text = `a https://github.com/acme/a https://github.com/acme/a https://github.com/acme/b
https://github.com/acme/a https://github.com/acme/a/tree/v1
`;
    expect(summary(text, "x.yaml")).toEqual([
      "1 github.com/acme/a null",
      "1 github.com/acme/b null",
      "2 github.com/acme/a null",
      "2 github.com/acme/a v1",
    ]);
  });

  it("skips every form of the repository's URL", () => {
    const text = `https://github.com/acme/app
git@github.com:Acme/App.git
https://raw.githubusercontent.com/acme/app/main/x
go install github.com/acme/app/cmd/x@latest
gh repo clone acme/app
https://git.mirror.io/acme/app.git
https://github.com/acme/app-two
`;
    expect(summary(text)).toEqual(["7 github.com/acme/app-two null"]);
  });

  it("declares one file of a repository by its URL", () => {
    const text = `curl https://raw.githubusercontent.com/acme/tool/v1/ci/x.sh
curl https://github.com/acme/tool/releases/download/v1/tool
`;
    expect(declarations(text).map(({ targetScope }) => targetScope)).toEqual([
      "unit:file:ci/x.sh",
      undefined,
    ]);
  });

  it("reads a byte-order mark and CRLF", () => {
    const text = "\uFEFFa: 1\r\nurl: https://github.com/acme/tool\r\nb: git@github.com:acme/b.git\r\n";
    expect(
      declarations(text, "x.yaml").map(({ sourceLine, rawReference }) => [sourceLine, rawReference]),
    ).toEqual([
      [2, "https://github.com/acme/tool"],
      [3, "git@github.com:acme/b.git"],
    ]);
  });
});

describe("references: variables", () => {
  it("interpolates the value in the file", () => {
    expect(
      declarations(
        "ARG TOOL=1.2.3\nRUN curl https://github.com/acme/tool/releases/download/v${TOOL}/x.tgz\n",
        "Dockerfile",
      )[0],
    ).toMatchObject({
      rawReference: "https://github.com/acme/tool/releases/download/v1.2.3/x.tgz",
      versionConstraint: "v1.2.3",
      unbound: null,
    });
  });

  it.each([
    ["V := 1\n\tcurl https://github.com/acme/tool/archive/$(V).tar.gz\n", "1"],
    ["V: '1'\nx: https://github.com/acme/tool/archive/{{ V }}.tar.gz\n", "1"],
    ["env:\n  V: 1\nx: https://github.com/acme/tool/archive/${{ env.V }}.tar.gz\n", "1"],
    ["git clone -b ${V:-main} https://github.com/acme/tool\n", "main"],
    ["V=1 # the newest\r\ndocker pull acme/base:$V\r\n", "1"],
    ["V=1\ngo install github.com/acme/tool@$V\n", "1"],
    ['V="${X:-1}"\ndocker pull acme/base:$V\n', "1"],
    ["export V=${V-'1'} # or theirs\r\ndocker pull acme/base:$V\r\n", "1"],
    ['  : "${V:="1"}"\ndocker pull acme/base:$V\n', "1"],
    [": ${V=1}\nW=${V:-2}\ndocker pull acme/base:$W\n", "1"],
    ["V=${V:-2}\nV=1\ndocker pull acme/base:$V\n", "1"],
    ["X=1\nV=${X:-2}\ndocker pull acme/base:$V\n", "1"],
    ["D=1\nV=${X:-$D}\ndocker pull acme/base:$V\n", "1"],
    ['D=${Y:-1}\nV="${X:-${D}}"\ndocker pull acme/base:$V\n', "1"],
    ["D=1\ndocker pull acme/base:${V:-$D}\n", "1"],
  ])("reads the assignment in %j", (text, constraint) => {
    expect(declarations(text, "x")[0]).toMatchObject({ versionConstraint: constraint, unbound: null });
  });

  it.each([
    ["git clone -b $V https://github.com/acme/tool\n", "$V"],
    ["V=1\nV=2\ngit clone -b ${V} https://github.com/acme/tool\n", "${V}"],
    ["V=${V:-1}\nV=${V:-2}\ngit clone -b $V https://github.com/acme/tool\n", "$V"],
    ["V=1\nV=${X:-2}\ngit clone -b $V https://github.com/acme/tool\n", "$V"],
    ["X=1\nX=2\nV=${X:-1}\ngit clone -b $V https://github.com/acme/tool\n", "$V"],
    ["D=1\nD=2\nV=${X:-$D}\ngit clone -b $V https://github.com/acme/tool\n", "$V"],
    ["git clone -b ${V:-$D} https://github.com/acme/tool\n", "${V:-$D}"],
    ["V=${X:-$Y}\nV=${X:-}\nV=${X:-1}.2\ngit clone -b $V https://github.com/acme/tool\n", "$V"],
    ["docker pull ghcr.io/acme/base:$V\n", "$V"],
    ["curl https://github.com/acme/tool/archive/{{ V }}.tar.gz\n", "{{ V }}"],
  ])("reports an unbound variable, or one with two values: %j", (text, constraint) => {
    expect(declarations(text)[0]).toMatchObject({ versionConstraint: constraint, unbound: "V" });
  });

  it("scopes Make variables to their recipe line, but not shell variables", () => {
    const text = "x:\n\tV=v1\n\tgit clone -b ${V} https://github.com/acme/tool\n";
    expect(declarations(text, "Makefile")).toMatchObject([{ versionConstraint: "${V}", unbound: "V" }]);
    expect(declarations(text, "x.sh")).toMatchObject([{ versionConstraint: "v1", unbound: null }]);
    expect(declarations(`V = v2\n${text}`, "rules.mk")).toMatchObject([{ versionConstraint: "v2" }]);
  });

  it.each([
    ["docker pull acme/base:$1", "$1", "1"],
    ["docker pull acme/base:${{ inputs.base-tag }}", "${{ inputs.base-tag }}", "inputs.base-tag"],
    ["docker pull acme/base:<<parameters.base-tag>>", "<<parameters.base-tag>>", "parameters.base-tag"],
    [
      "curl https://github.com/acme/tool/releases/download/v<< parameters.v >>/x.tgz",
      "v<< parameters.v >>",
      "parameters.v",
    ],
    ["curl https://github.com/acme/tool/archive/{base-tag}.zip", "{base-tag}", "base-tag"],
  ])("reads parameters of functions and CI systems: %s", (text, constraint, unbound) => {
    expect(declarations(`${text}\n`)).toMatchObject([{ versionConstraint: constraint, unbound }]);
  });

  it("reads format verbs as variables", () => {
    const text =
      'a("https://github.com/%s/%s.git")\nb("https://github.com/acme/tool/releases/download/v%s/x.tgz")';
    expect(summary(text, "main.go")).toEqual(["2 github.com/acme/tool v%s"]);
    expect(declarations(text, "main.go")[0]?.unbound).toBe("s");
  });

  it("declares a repository with an unbound name only if it is fetched, without lookups", () => {
    expect(declarations("git clone https://github.com/acme/$NAME.git")[0]).toMatchObject({
      unbound: "NAME",
      lookups: [],
    });
    expect(declarations("URL=https://github.com/acme/$NAME.git")).toEqual([]);
  });

  it.each(["${NAME}", "{{ NAME }}", "x-${NAME}-y", "<<parameters.NAME>>-x"])(
    "reads braces in the name of a repository: %s",
    (name) => {
      expect(declarations(`git clone https://github.com/acme/${name}.git`)).toMatchObject([
        {
          artifact: `github.com/acme/${name.replaceAll(" ", "")}`,
          unbound: expect.stringMatching(/NAME$/) as unknown,
          lookups: [],
        },
      ]);
      expect(declarations(`URL=https://github.com/acme/${name}.git`)).toEqual([]);
    },
  );

  it("ignores variables in credentials", () => {
    const text = "git clone https://x-access-token:${{ secrets.TOKEN }}@github.com/acme/tool.git\n";
    expect(declarations(text, ".github/workflows/x.yml")[0]).toMatchObject({
      rawReference: "https://github.com/acme/tool.git",
      unbound: null,
    });
  });
});

describe("references: evidence", () => {
  const URL = "x https://github.com/acme/tool";
  const FETCH = "git clone https://github.com/acme/tool";

  it("follows the kind of file", () => {
    expect(evidence("Makefile", URL)).toEqual(["build_file"]);
    expect(evidence("values.yaml", URL)).toEqual(["unclassified"]);
    expect(evidence("README.md", URL)).toEqual(["prose"]);
  });

  it("classifies a fetch command as build_file, except in prose", () => {
    expect(evidence("src/main.go", FETCH)).toEqual(["build_file"]);
    expect(evidence("README.md", FETCH)).toEqual(["prose"]);
  });

  it("classifies a script without an extension as build_file", () => {
    expect(evidence("bin/deploy", `#!/usr/bin/env bash\n${URL}`)).toEqual(["build_file"]);
  });

  it.each([
    "# ",
    "  // ",
    "-- ",
    " * ",
    "/* ",
    "<!-- ",
    "; ",
    "x=1 # ",
    "{{/* ",
    "{{- /* See\n",
    "cp a b `# from ",
  ])("classifies a comment as prose: %s", (comment) => {
    expect(evidence("build.sh", `${comment}https://github.com/acme/tool`)).toEqual(["prose"]);
  });

  it("classifies a command in a comment as prose, but not in a continued line", () => {
    expect(evidence("build.sh", `# ${FETCH}`)).toEqual(["prose"]);
    expect(evidence("Makefile", `deploy: build ## Deploys, see ${URL}`)).toEqual(["prose"]);
    expect(evidence("main.go", "//go:generate go run acme.io/gen@v1.0.0")).toEqual(["build_file"]);
    expect(evidence("Dockerfile", `RUN true \\\n ; ${FETCH}`)).toEqual(["build_file"]);
    expect(evidence("build.sh", "git clone \\\n  --depth 1 https://github.com/acme/tool")).toEqual([
      "build_file",
    ]);
  });

  it("classifies generated text and very long lines as prose", () => {
    expect(evidence("x.go", `// Code generated by gen. DO NOT EDIT.\n${FETCH}`)).toEqual(["prose"]);
    expect(evidence("x.ts", `/** @generated */\n${FETCH}`)).toEqual(["prose"]);
    expect(evidence("x.js", `${"x".repeat(2001)} https://github.com/acme/tool\n${URL}`)).toEqual([
      "prose",
      "unclassified",
    ]);
  });

  it("classifies fields about a manifest's own project as prose", () => {
    const manifest = `{
  "homepage": "https://github.com/acme/old",
  "repository": {
    "url": "git+https://github.com/acme/old.git"
  },
  "scripts": { "x": "curl https://github.com/acme/tool/raw/v1/x" }
}`;
    expect(evidence("package.json", manifest)).toEqual(["prose", "prose", "build_file"]);
    expect(evidence("Cargo.toml", 'repository = "https://github.com/acme/old"')).toEqual(["prose"]);
    expect(evidence("rules.yaml", "runbook_url: https://github.com/acme/old/tree/main/x")).toEqual(["prose"]);
  });

  it("classifies the links of a manifest as prose, not other lists", () => {
    const list = (key: string): string => `spec:
  ${key}:
  - name: Kit
    url: https://github.com/acme/kit
  - url: "https://github.com/acme/tool"
  maintainers: []
  source:
    url: https://github.com/acme/source
`;
    expect(evidence("config/a.yaml", list("links"))).toEqual(["prose", "prose", "unclassified"]);
    expect(evidence("config/a.yaml", list("catalogs"))).toEqual([
      "unclassified",
      "unclassified",
      "unclassified",
    ]);
  });

  it("classifies what a text says to see as prose, but not what is fetched", () => {
    expect(evidence("usage", `#!/bin/sh\n  Takes a label (see: https://github.com/acme/tool):\n`)).toEqual([
      "prose",
    ]);
    expect(evidence("build.sh", `x=see ; ${FETCH}`)).toEqual(["build_file"]);
  });

  it("names no file if a part of its path is computed", () => {
    const target = (path: string) =>
      declarations(`curl https://raw.githubusercontent.com/acme/tool/v1/${path}\n`)[0]?.targetScope;
    expect(target("a%20b.json")).toBe("unit:file:a b.json");
    expect(target("%s/a.json")).toBeUndefined();
    expect(target("a-%[1]v.json")).toBeUndefined();
  });

  it("classifies the description of a Terraform variable as prose, but not other texts", () => {
    const url = "https://github.com/acme/tool";
    const text = `variable "rules" {
  description = <<-EOT
    For more see https://registry.acme.io/x
    and ${url}.
  EOT
  default = "${url}?ref=v1"
}
locals {
  script = <<EOT
${FETCH}
EOT
}
`;
    expect(evidence("variables.tf", text)).toEqual(["prose", "unclassified", "build_file"]);
    const unterminated = `description = <<-EOT\n${url}\n`;
    expect(evidence("variables.tf", unterminated)).toEqual(["unclassified"]);
    expect(evidence("x.sh", `description = <<-EOT\n${url}\nEOT\n`)).toEqual(["build_file"]);
  });

  it("classifies the usage of a shell script as prose, but not other here-documents", () => {
    const url = "https://github.com/acme/tool";
    const usage = (head: string): string => `#!/bin/bash\n${head}\n${url}\nEOF\n}\n${FETCH}\n`;
    expect(evidence("deploy.sh", usage("usage() {\n    cat << EOF"))).toEqual(["prose", "build_file"]);
    expect(evidence("deploy", usage("function print_help\n{\n  cat >&2 <<-'EOF'"))).toEqual([
      "prose",
      "build_file",
    ]);
    for (const head of [
      "usage() {\n  cat << EOF | sh",
      "usage() {\n  cat > x <<EOF",
      "manifest() {\n  cat <<EOF",
    ])
      expect(evidence("deploy.sh", usage(head))).toEqual(["build_file", "build_file"]);
    expect(evidence("deploy.py", `usage() {\ncat <<EOF\n${url}\nEOF\n`)).toEqual(["unclassified"]);
  });

  it("classifies labels of an image as prose, but not the instruction after them", () => {
    const labels = `LABEL "maintainer"="https://github.com/acme/team"
label org.acme.kit="x" \\
  org.acme.docs="https://github.com/acme/docs"
MAINTAINER Team <https://github.com/acme/people>
RUN ${FETCH}
ENV LABEL=https://github.com/acme/tool
`;
    expect(evidence("Dockerfile", labels)).toEqual(["prose", "prose", "prose", "build_file", "build_file"]);
    expect(evidence("build.sh", "LABEL https://github.com/acme/tool")).toEqual(["build_file"]);
  });

  it("classifies printed text as prose, but not commands", () => {
    expect(evidence("build.sh", `echo "Install it: ${FETCH}"`)).toEqual(["prose"]);
    expect(evidence("Makefile", `\t@printf 'see ${URL}'`)).toEqual(["prose"]);
    expect(evidence("build.sh", `echo cloning && ${FETCH}`)).toEqual(["build_file"]);
    expect(evidence("build.sh", 'echo "$(curl https://github.com/acme/tool/raw/v1/x)"')).toEqual([
      "build_file",
    ]);
  });

  it("classifies markup links as prose", () => {
    expect(evidence(".github/workflows/x.yml", "body: see [it](https://github.com/acme/tool)")).toEqual([
      "prose",
    ]);
    expect(evidence(".github/workflows/x.yml", "  [1]: https://github.com/acme/tool")).toEqual(["prose"]);
    expect(evidence("src/page.tsx", '<a href="https://github.com/acme/tool">')).toEqual(["prose"]);
  });

  it.each([
    'new OpenAPI()\n  .externalDocs(new ExternalDocumentation()\n    .description("README")\n    .url("https://github.com/acme/tool"));',
    "externalDocs:\n  url: https://github.com/acme/tool",
  ])("classifies external documentation as prose: %j", (text) => {
    expect(evidence("src/Config.java", text)).toEqual(["prose"]);
  });

  it.each([
    'case "https://github.com/acme/tool":',
    'case "https://github.com/acme/a", "https://github.com/acme/tool" ->',
    "if (url === 'https://github.com/acme/tool') {",
    'if [[ "$url" != https://github.com/acme/tool ]]; then',
    'if [ "$url" = "https://github.com/acme/tool" ]; then',
    "[[ $url =~ ^https://github.com/acme/tool ]]",
    'url.equals("https://github.com/acme/tool")',
    '"https://github.com/acme/tool".equals(url)',
    '"https://github.com/acme/tool" == url',
    'case "$url" in https://github.com/acme/tool*) x=1 ;; esac',
    'case "$url" in\n  "https://github.com/acme/tool") x=1',
    'case "$url" in\n  a) x=1 ;;\n  https://github.com/acme/tool*) x=1',
    "  --certificate-identity-regexp https://github.com/acme/tool/.* \\",
    '  --certificate-identity="https://github.com/acme/tool/.github/workflows/a.yml@refs/heads/main"',
    "cosign-base-identity: 'https://github.com/acme/tool/.*'",
  ])("classifies compared values as prose: %j", (text) => {
    expect(evidence("build.sh", text).at(-1)).toBe("prose");
  });

  it.each([
    'x = y == z ? "https://github.com/acme/tool" : null',
    'tools = [ { git = "https://github.com/acme/tool" } ]',
    'if [ "$url" = a ]; then url="https://github.com/acme/tool"; fi',
    'a) url="https://github.com/acme/tool" ;;',
    'clone(\n  "https://github.com/acme/tool")',
    'case "$x" in a) git clone https://github.com/acme/tool ;; esac',
    "if [ $x == y ]; then git clone https://github.com/acme/tool; fi",
    "identity: https://github.com/acme/tool",
  ])("does not classify code next to a comparison as prose: %j", (text) => {
    expect(evidence("build.sh", text)).toEqual(["build_file"]);
  });

  it("classifies Python docstrings as prose, but not other strings", () => {
    const annotated = '# renovate: datasource=docker depName=acme/base\nV = "1.2.3"';
    expect(evidence("src/a.py", `"""Reads\n\n    ${annotated}\n"""\n`)).toEqual(["prose"]);
    expect(evidence("src/a.py", `"""Reads\n\n    ${FETCH}\n"""\n${FETCH}`)).toEqual(["prose", "build_file"]);
    expect(evidence("src/a.py", `x = """\n${FETCH}\n"""`)).toEqual(["build_file"]);
    expect(evidence("build.sh", `"""\n${FETCH}\n"""`)).toEqual(["build_file"]);
  });

  it("classifies links in chat messages as prose", () => {
    expect(evidence("src/a.groovy", 'warn("<https://github.com/acme/tool|template>")')).toEqual(["prose"]);
    expect(evidence("src/a.groovy", 'warn("<https://github.com/acme/tool>")')).toEqual(["unclassified"]);
  });

  it("classifies sentences as prose, except in build files", () => {
    const text = "Copied from https://github.com/acme/tool";
    expect(evidence("src/theme.elm", text)).toEqual(["prose"]);
    expect(
      evidence("src/a.groovy", 'warn("There is no file here. See https://github.com/acme/tool")'),
    ).toEqual(["prose"]);
    expect(evidence("src/a.py", "This was copied from:\nhttps://github.com/acme/tool")).toEqual(["prose"]);
    expect(evidence("src/a.py", "x = [\n  https://github.com/acme/tool")).toEqual(["unclassified"]);
    expect(evidence("build.sh", "helm plugin install https://github.com/acme/tool")).toEqual(["build_file"]);
    expect(evidence("x.ts", 'import x from "https://raw.githubusercontent.com/acme/tool/v1/x.ts"')).toEqual([
      "unclassified",
    ]);
  });

  it.each([
    ["/*\n  x https://github.com/acme/tool\n*/"],
    ["{-\n  x https://github.com/acme/tool\n-}"],
    ["  /* a */\n/* b\n x https://github.com/acme/tool */"],
  ])("classifies block comments as prose: %j", (text) => {
    expect(evidence("x.css", text)).toEqual(["prose"]);
  });

  it.each([["/* a */\nx https://github.com/acme/tool"], ["a: src/**/*.ts\nx https://github.com/acme/tool"]])(
    "does not classify text after a block comment as prose: %j",
    (text) => {
      expect(evidence("x.conf", text)).toEqual(["unclassified"]);
    },
  );

  it("classifies test data and bundles as prose", () => {
    expect(evidence("src/clone_test.go", FETCH)).toEqual(["prose"]);
    expect(evidence("testdata/Makefile", FETCH)).toEqual(["prose"]);
    expect(evidence("dist/index.js", `#!/usr/bin/env node\n${URL}`)).toEqual(["prose"]);
  });

  it("does not classify a program with #! as build_file", () => {
    expect(evidence("bin/tool.js", `#!/usr/bin/env node\n${URL}`)).toEqual(["unclassified"]);
  });

  it.each(['"$schema": ', '"link": ', "description = "])(
    "classifies descriptive fields as prose: %s",
    (field) => {
      expect(evidence("x.tf", `${field}"https://github.com/acme/tool/x.json"`)).toEqual(["prose"]);
    },
  );

  it.each(["source-code", "app.acme.gov/source-code", "source-repo", '"acme.io/source-repository"'])(
    "classifies fields for the project's source as prose: %s",
    (field) => {
      expect(evidence("values.yaml", `  ${field}: "https://github.com/acme/tool"`)).toEqual(["prose"]);
      expect(evidence("main.tf", `  ${field} = "https://github.com/acme/tool"`)).toEqual(["prose"]);
    },
  );

  it.each(["acme.gov/image-source", "a.b/source-code/x", "source-code-host", "acme/source-code"])(
    "does not classify similar fields as prose: %s",
    (field) => {
      expect(evidence("values.yaml", `${field}: https://github.com/acme/tool`)).toEqual(["unclassified"]);
    },
  );

  it("classifies links to issues as prose", () => {
    expect(evidence("Makefile", "x https://github.com/acme/tool/issues/7")).toEqual(["prose"]);
  });
});

describe("references: files and limits", () => {
  it("does not read lock files", () => {
    expect(
      extract({ "yarn.lock": "https://github.com/acme/tool", "go.sum": "git@github.com:acme/a.git" }),
    ).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });

  it("declares nothing for an empty file or incomplete commands", () => {
    expect(summary("")).toEqual([]);
    expect(
      summary(
        "git clone https://\ngit@\ndocker pull\nhelm repo add\ngo install\ngh repo clone\n'git clone \"",
      ),
    ).toEqual([]);
  });

  it("keeps 200 references per file and reports the first omitted line", () => {
    const text = Array.from({ length: 250 }, (_, index) => `https://github.com/acme/r${index}`).join("\n");
    const result = extract({ "a.txt": text, "b.txt": "https://github.com/acme/b" });
    expect(result.declarations).toHaveLength(201);
    expect(result.problems).toEqual([
      {
        file: "a.txt",
        line: 201,
        code: "truncated",
        message: "More than 200 references. This line and the rest of the file are skipped.",
      },
    ]);
  });

  it("keeps 10,000 references per repository and reports the number of omitted ones", () => {
    const text = Array.from({ length: 200 }, (_, index) => `https://github.com/acme/r${index}`).join("\n");
    const files = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`${index}.txt`, text]));
    const result = extract(files);
    expect(result.declarations).toHaveLength(10_000);
    expect(result.problems).toEqual([
      { file: null, line: null, code: "truncated", message: "More than 10000 references. 200 are skipped." },
    ]);
  });
});
