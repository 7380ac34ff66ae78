import { describe, expect, it } from "vitest";
import type { ExtractionResult } from "../../ecosystem.ts";
import { extractFiles } from "../../repository-extraction.ts";
import { vagrant } from "./index.ts";

const extract = (files: Record<string, string>): ExtractionResult => extractFiles(files, [vagrant]);
const published = (files: Record<string, string>): string[] =>
  extract(files).artifacts.map(
    ({ sourceFile, sourceLine, name, version }) => `${sourceFile}:${sourceLine} ${name} ${version ?? "-"}`,
  );

const TEMPLATE = JSON.stringify(
  {
    variables: { owner: "acme", version: "", release: "1.2.0", key: "{{env `KEY`}}" },
    builders: [{ type: "vagrant-cloud", box_tag: "acme/builder" }],
    "post-processors": [
      "compress",
      [
        { type: "vagrant", output: "x.box" },
        { type: "vagrant-cloud", box_tag: "acme/base", version: "{{user `version`}}" },
      ],
      { type: "vagrant-registry", box_tag: "{{ user `owner` }}/web", version: "{{user `release`}}" },
      { type: "vagrant-cloud", box_tag: "{{user `key`}}/secret" },
      { type: "vagrant-cloud", box_tag: "acme/{{user `version`}}" },
      { type: "vagrant", box_tag: "acme/local" },
      { type: "vagrant-cloud", box_tag: "base" },
    ],
  },
  null,
  2,
);

describe("vagrant: Packer templates in JSON", () => {
  it("announces the boxes that post-processors publish, with variables", () => {
    expect(published({ "ubuntu/box-config.json": TEMPLATE })).toEqual([
      "ubuntu/box-config.json:23 acme/base -",
      "ubuntu/box-config.json:29 acme/web 1.2.0",
    ]);
  });

  it("fills in every field of an artifact", () => {
    expect(extract({ "box.json": TEMPLATE }).artifacts[0]).toEqual({
      ecosystem: "vagrant",
      artifactType: "vagrant_box",
      name: "acme/base",
      version: null,
      registryUrl: null,
      sourceFile: "box.json",
      sourceLine: 23,
      announces: ["vagrant_box:acme/base"],
      evidence: { class: "manifest", rule: "vagrant.packer" },
    });
  });

  it("ignores other files, test data and invalid JSON that is no template", () => {
    const nothing = { declarations: [], artifacts: [], compositions: [], problems: [] };
    expect(extract({ "a.json": '{"box_tag": "acme/base"}', "b.json": "[]", "c.yml": TEMPLATE })).toEqual(
      nothing,
    );
    expect(extract({ "test/fixtures/box.json": TEMPLATE, "tests/box.json": TEMPLATE })).toEqual(nothing);
    expect(extract({ "a.json": '{"box_tag": ' })).toEqual(nothing);
  });

  it("reports the line of an invalid template", () => {
    const text = '{\n"post-processors": [{"box_tag": "acme/base"},,]}';
    expect(extract({ "box.json": text }).problems).toMatchObject([{ line: 2, code: "invalid_syntax" }]);
  });
});

const HCL = `build {
  sources = ["source.virtualbox-iso.x"]
  # post-processor "vagrant-cloud" { box_tag = "acme/old" }
  post-processors {
    post-processor "vagrant" {}
    post-processor "vagrant-registry" {
      box_tag = "\${var.owner}/\${local.name}"
      version = var.version
    }
  }
  post-processor "vagrant-cloud" {
    box_tag = "acme/base"
    version = "1.0.0"
  }
  post-processor "vagrant-cloud" {
    box_tag = var.unknown
  }
  post-processor "shell-local" {
    box_tag = "acme/shell"
  }
}
source "vagrant" "x" {
  box_tag = "acme/source"
}
`;
const VARIABLES = `variable "owner" {
  default = "acme"
}
variable "version" {
  type = string
}
locals {
  name = "web"
}
local "other" {
  expression = "x"
}
`;

describe("vagrant: Packer templates in HCL", () => {
  it("announces boxes with the variables and locals of the folder", () => {
    const expected = ["a/box.pkr.hcl:7 acme/web -", "a/box.pkr.hcl:12 acme/base 1.0.0"];
    const files = { "a/box.pkr.hcl": HCL, "a/variables.pkr.hcl": VARIABLES };
    expect(published(files)).toEqual(expected);
    const crlf = { "a/box.pkr.hcl": `\uFEFF${HCL}${VARIABLES}`.replaceAll("\n", "\r\n") };
    expect(published(crlf)).toEqual(expected);
    expect(published({ ...files, "a/variables.pkr.hcl": "", "b/variables.pkr.hcl": VARIABLES })).toEqual([
      "a/box.pkr.hcl:12 acme/base 1.0.0",
    ]);
  });

  it("reads locals of other locals and blocks with an expression", () => {
    const text = `${VARIABLES}locals { tag = "\${var.owner}/\${local.other}" }
build { post-processor "vagrant-cloud" { box_tag = local.tag } }\n`;
    expect(published({ "box.pkr.hcl": text })).toEqual(["box.pkr.hcl:14 acme/x -"]);
  });

  it("reports the line of invalid syntax", () => {
    expect(extract({ "box.pkr.hcl": "build {\n" }).problems).toMatchObject([{ code: "invalid_syntax" }]);
    expect(extract({ "box.hcl": HCL, "box.pkrvars.hcl": HCL }).artifacts).toEqual([]);
  });
});

it("vagrant: does not declare the boxes of the repository", () => {
  const text = 'c.vm.box = "acme/base"\nd.vm.box = "acme/other"\n';
  const { declarations } = extract({ Vagrantfile: text, "box.json": TEMPLATE });
  expect(declarations.map(({ artifact }) => artifact)).toEqual(["acme/other"]);
});
