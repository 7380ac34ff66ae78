import { describe, expect, it } from "vitest";
import type { Declaration } from "../../ecosystem.ts";
import { docker } from "../../ecosystems/docker/index.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../index.ts";

const declarations = (text: string, path = "build.sh"): Declaration[] =>
  extractFiles({ [path]: text }, [references]).declarations;

/** `line type artifact constraint` of every declaration. */
const summary = (text: string, path?: string): string[] =>
  declarations(text, path).map((each) =>
    [each.sourceLine, each.dependencyType, each.artifact, each.versionConstraint].join(" "),
  );

const annotated = (fields: string): string[] => summary(`# renovate: ${fields}\nVERSION=1.2.3\n`);

describe("references: annotations", () => {
  it("declares the value on the next line as build_file", () => {
    const text =
      "# renovate: datasource=helm depName=shop registryUrl=https://charts.acme.io versioning=regex:^1(\\.(?<minor>\\d+))?$\nshop_old=11.11.5\n";
    expect(declarations(text, "versions.env")).toEqual([
      {
        ecosystem: "references",
        dependencyType: "helm_chart",
        sourceFile: "versions.env",
        sourceLine: 2,
        rawReference: "shop",
        artifact: "charts.acme.io/shop",
        versionConstraint: "11.11.5",
        versioning: "helm",
        unbound: null,
        versionComment: null,
        lookups: ["helm_chart:charts.acme.io/shop", "convention:helm_chart:acme/shop"],
        evidence: { class: "build_file", rule: "references.annotation" },
        role: "runtime",
        scope: "unit:references:.",
        locked: null,
      },
    ]);
  });

  it.each([
    ["datasource=docker depName=acme/app", "container_image docker.io/acme/app"],
    [
      "datasource=docker depName=acme/app registryUrl=https://r.acme.io",
      "container_image r.acme.io/acme/app",
    ],
    ["depName=tool datasource=docker packageName=ghcr.io/acme/tool", "container_image ghcr.io/acme/tool"],
    ["datasource=docker depName=tool lookupName=acme/tool", "container_image docker.io/acme/tool"],
    ["datasource=github-releases depName=Acme/tool", "git_repository github.com/Acme/tool"],
    [
      "datasource=github-tags depName=acme/tool extractVersion=^v(?<version>.*)$",
      "git_repository github.com/acme/tool",
    ],
    ["datasource=gitlab-tags depName=acme/a/b", "git_repository gitlab.com/acme/a/b"],
    [
      "datasource=gitlab-releases depName=acme/a registryUrl=https://git.acme.io",
      "git_repository git.acme.io/acme/a",
    ],
    ["datasource=npm depName=@acme/ui", "npm_package @acme/ui"],
    ["datasource=pypi depName=Acme_Tool", "python_package Acme_Tool"],
    ["datasource=go depName=github.com/acme/tool/v2", "go_module github.com/acme/tool/v2"],
    ["datasource=maven depName=io.acme:kit", "maven_artifact io.acme:kit"],
    [
      "datasource=terraform-module depName=acme/vpc/aws",
      "terraform_module registry.terraform.io/acme/vpc/aws",
    ],
    [
      "datasource=terraform-provider depName=acme/cloud",
      "terraform_provider registry.terraform.io/acme/cloud",
    ],
    ["datasource=rubygems depName=acme", "ruby_gem acme"],
    ["datasource=crate depName=acme", "rust_crate acme"],
    ["datasource=nuget depName=Acme.Kit", "nuget_package Acme.Kit"],
    ["datasource=packagist depName=acme/kit", "composer_package acme/kit"],
    ["datasource=puppet-forge depName=acme/kit", "puppet_module acme/kit"],
  ])("reads %s: %s", (fields, expected) => {
    expect(annotated(fields)).toEqual([`2 ${expected} 1.2.3`]);
  });

  it.each([
    "datasource=custom.acme depName=acme/app",
    "datasource=endoflife-date depName=node",
    "datasource=github-tags",
    "depName=acme/app",
    "datasource=maven depName=kit",
    "datasource=npm depName=https://user:secret@acme.io/ui",
    "datasource=constructor depName=acme/app",
  ])("ignores %s", (fields) => {
    expect(annotated(fields)).toEqual([]);
  });

  it.each([
    ["ENV FOO_VERSION=1.2.3", "1.2.3"],
    ['version: "v1.2.3-alpha5" # or 9', "v1.2.3-alpha5"],
    ['export b64_version="${B64:-14.0.0}"', "14.0.0"],
    ["  npm install -g @acme/node-20-ui@2.7.2", "2.7.2"],
    [`  image: r.acme.io:5000/app:17@sha256:${"ab".repeat(32)}`, `17@sha256:${"ab".repeat(32)}`],
    [`digest = "sha256:${"ab".repeat(32)}"`, `sha256:${"ab".repeat(32)}`],
    [`ref: ${"ab".repeat(20)}`, "ab".repeat(20)],
    ['git_ref="shop-8.10-15.0.0"', "shop-8.10-15.0.0"],
    ["<version>1.2.3</version>", "1.2.3"],
    ['version = "~> 3.1"', "~> 3.1"],
    ["20", "20"],
  ])("finds the version in %s", (line, constraint) => {
    expect(summary(`// renovate: datasource=npm depName=ui\n${line}\n`)).toEqual([
      `2 npm_package ui ${constraint}`,
    ]);
  });

  const image = (extractVersion: string, value: string): string | null | undefined =>
    declarations(
      `# renovate: datasource=docker depName=acme/app extractVersion=${extractVersion}\nVERSION=${value}\n`,
    )[0]?.versionConstraint;

  it.each([
    ["^v(?<version>.*)$", "1.2.3", "v1.2.3"],
    ["^v(?<version>.*)$", "v1.2.3", "v1.2.3"],
    ["^app-8\\.7-(?<version>\\d+)", "1.2.3", "app-8.7-1.2.3"],
    ["^jdk-(?<version>.*)-jre$", "17.0.2", "jdk-17.0.2-jre"],
    ["^(?<version>.*)-alpine$", "1.2.3-alpine", "1.2.3-alpine"],
    ["^v(?<version>.*)$", `17@sha256:${"ab".repeat(32)}`, `v17@sha256:${"ab".repeat(32)}`],
    ["^v(?<version>.*)$", `sha256:${"ab".repeat(32)}`, `sha256:${"ab".repeat(32)}`],
    ["^v?(?<version>.*)$", "1.2.3", "1.2.3"],
    ["^(?:a|b)-(?<version>.*)$", "1.2.3", "1.2.3"],
    ["v(?<version>.*)$", "1.2.3", "1.2.3"],
    ["^v(.*)$", "1.2.3", "1.2.3"],
  ])("restores the tag of an image from extractVersion=%s: %s", (taken, value, tag) => {
    expect(image(taken, value)).toBe(tag);
  });

  it("ignores extractVersion for other artifacts", () => {
    expect(annotated("datasource=github-tags depName=acme/tool extractVersion=^v(?<version>.*)$")).toEqual([
      "2 git_repository github.com/acme/tool 1.2.3",
    ]);
  });

  it("declares a URL as the name also on its own line", () => {
    expect(annotated("datasource=git-tags depName=https://git.acme.io/acme/tool.git")).toEqual([
      "1 git_repository git.acme.io/acme/tool ",
      "2 git_repository git.acme.io/acme/tool 1.2.3",
    ]);
  });

  it("reads any comment, with comments and blank lines before the value, in CRLF", () => {
    const text =
      "\uFEFF  // renovate: datasource=npm depName=a\r\n  // 9.9\r\n\r\n  a: 1.0,\r\n<!-- renovate: datasource=npm depName=b -->\r\n<b>2.0</b>";
    expect(summary(text, "pins.xml")).toEqual(["4 npm_package a 1.0", "6 npm_package b 2.0"]);
  });

  it("ignores annotations without a version, before another annotation, or in a string", () => {
    const text = `# renovate: datasource=npm depName=a
  ],
# renovate: datasource=npm depName=b
# renovate: datasource=npm depName=c
c=3
match: '# renovate: datasource=npm depName=d'
d=4
# renovate: datasource=npm depName=e
`;
    expect(summary(text)).toEqual(["5 npm_package c 3"]);
  });

  it("is ignored on a line that another ecosystem declares", () => {
    const text =
      "# renovate: datasource=docker depName=acme/base\nFROM acme/base:1.0\n# renovate: datasource=npm depName=ui\nARG UI=2.0\n";
    const found = extractFiles({ Dockerfile: text }, [docker, references]).declarations;
    expect(found.map(({ ecosystem, artifact }) => `${ecosystem} ${artifact}`)).toEqual([
      "docker docker.io/acme/base",
      "references ui",
    ]);
  });

  it("is prose only in documentation", () => {
    const text = "# renovate: datasource=npm depName=ui\nui: 2.0\n";
    const classes = ["README.md", "values.yaml", "main.go"].map(
      (path) => declarations(text, path)[0]?.evidence.class,
    );
    expect(classes).toEqual(["prose", "build_file", "build_file"]);
  });
});
