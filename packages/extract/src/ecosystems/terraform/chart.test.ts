import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { terraform } from "./index.ts";

const extract = (text: string, path = "main.tf") => extractFiles({ [path]: text }, [terraform]);

/** Returns `line artifact constraint unbound` of every declaration. */
const declared = (text: string, path?: string): string[] =>
  extract(text, path).declarations.map((each) =>
    [each.sourceLine, each.artifact, each.versionConstraint, each.unbound].join(" "),
  );

const release = (body: string): string[] => declared(`resource "helm_release" "app" {\n${body}\n}\n`);

describe("terraform: charts", () => {
  it("fills in every field of a declaration", () => {
    const text = `resource "helm_release" "app" {
  name       = "app"
  # chart    = "old"
  repository = "https://acme.github.io/charts/"
  chart      = "Kit"
  version    = "1.2.3"
  set {
    name  = "chart"
    value = "https://acme.github.io/charts/"
  }
}
`;
    expect(extract(text).declarations).toEqual([
      {
        ecosystem: "terraform",
        dependencyType: "helm_chart",
        sourceFile: "main.tf",
        sourceLine: 5,
        rawReference: "https://acme.github.io/charts/Kit",
        artifact: "acme.github.io/charts/kit",
        versionConstraint: "1.2.3",
        versioning: "helm",
        unbound: null,
        versionComment: null,
        lookups: [
          "helm_chart:acme.github.io/charts/kit",
          "git:github.com/acme/charts",
          "git:github.com/acme/acme.github.io",
        ],
        evidence: { class: "manifest", rule: "terraform.helm_release" },
        role: "runtime",
        scope: "unit:terraform:.",
        locked: null,
        arguments: [{ kind: "value", name: "chart", file: "main.tf", line: 8 }],
      },
    ]);
  });

  it.each([
    ['chart = "oci://ghcr.io/acme/charts/kit"\nversion = "1"', ["2 ghcr.io/acme/charts/kit 1 "]],
    ['repository = "oci://ghcr.io/acme/charts"\nchart = "kit"', ["3 ghcr.io/acme/charts/kit  "]],
    [
      'repository = "git+https://github.com/acme/charts@kit?ref=v1"\nchart = "kit"',
      ["3 github.com/acme/charts v1 "],
    ],
    ['chart = "kit"', []],
    ['chart = "acme/kit"', []],
    ['chart = "./charts/kit"', []],
    ['chart = "${path.module}/charts/kit"\nversion = "1"', []],
    ['repository = null\nchart = "kit"', []],
    ['repository = "file://../charts"\nchart = "kit"', []],
    ['repository = "https://charts.acme.io"', []],
  ])("declares a chart only if its origin is known: %s", (body, expected) => {
    expect(release(body)).toEqual(expected);
  });

  it("binds locals, and looks up a chart with an unbound version but not one with an unbound name", () => {
    const text = `locals {
  charts = "https://charts.acme.io"
}
data "helm_template" "app" {
  repository = local.charts
  chart      = "kit"
  version    = var.version
}
resource "helm_release" "app" {
  repository = var.charts
  chart      = "kit"
}
`;
    expect(declared(text)).toEqual([
      "6 charts.acme.io/kit var.version var.version",
      "11 var.charts/kit  var.charts",
    ]);
    expect(extract(text).declarations.map(({ lookups }) => lookups.length > 0)).toEqual([true, false]);
  });

  it("ignores other blocks", () => {
    const body = '{\n  repository = "https://charts.acme.io"\n  chart = "kit"\n}\n';
    expect(declared(`module "helm_release" ${body}resource "x" "helm_release" ${body}`)).toEqual([]);
  });
});
