import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { terraform } from "./index.ts";

const extract = (text: string, path = "main.tf") => extractFiles({ [path]: text }, [terraform]);

/** Returns `line artifact constraint unbound` of every declaration. */
const declared = (text: string, path?: string): string[] =>
  extract(text, path).declarations.map((each) =>
    [each.sourceLine, each.artifact, each.versionConstraint, each.unbound].join(" "),
  );

const image = (value: string): string[] => declared(`resource "x" "y" {\n  image = ${value}\n}\n`);

describe("terraform: images", () => {
  it("declares images in blocks, objects, lists and encoded JSON", () => {
    const text = `resource "google_cloud_run_v2_job" "job" {
  template {
    container {
      image = "eu-docker.pkg.dev/acme/images/loader:1.2"
    }
  }
}
resource "aws_ecs_task_definition" "app" {
  container_definitions = jsonencode(
    [
      # image = "ghcr.io/acme/old:1"
      {
        name  = "app"
        image = "ghcr.io/acme/app:3.1" # image
        env   = [for each in var.env : { image = "ghcr.io/acme/each:1" }]
      },
      { "image" : "r.acme.io:5000/side@sha256:${"ab".repeat(32)}" },
  ])
  volumes = [{ image = "ghcr.io/acme/volume:1" }]
}
`;
    expect(declared(text)).toEqual([
      "4 eu-docker.pkg.dev/acme/images/loader 1.2 ",
      "14 ghcr.io/acme/app 3.1 ",
      `17 r.acme.io:5000/side sha256:${"ab".repeat(32)} `,
      "19 ghcr.io/acme/volume 1 ",
    ]);
  });

  it("fills in every field of a declaration", () => {
    const text = 'resource "x" "y" {\n  image = "ghcr.io/acme/app:3.1"\n}\n';
    expect(extract(text).declarations).toEqual([
      {
        ecosystem: "terraform",
        dependencyType: "container_image",
        sourceFile: "main.tf",
        sourceLine: 2,
        rawReference: "ghcr.io/acme/app:3.1",
        artifact: "ghcr.io/acme/app",
        versionConstraint: "3.1",
        versioning: "docker",
        unbound: null,
        versionComment: null,
        lookups: ["container_image:ghcr.io/acme/app", "convention:container_image:acme/app"],
        evidence: { class: "manifest", rule: "terraform.image" },
        role: "runtime",
        scope: "unit:terraform:.",
        locked: null,
      },
    ]);
  });

  it.each([
    ['"ghcr.io/acme/app:${var.tag}"', ["2 ghcr.io/acme/app ${var.tag} var.tag"]],
    [
      '"${var.region}-docker.pkg.dev/${var.p}/app:1"',
      ["2 ${var.region}-docker.pkg.dev/${var.p}/app 1 var.region"],
    ],
    ['"${var.registry}/app:1"', []],
    ['"acme/app:1"', []],
    ['"ghcr.io/acme/app"', []],
    ['"aws/codebuild/standard:7.0"', []],
    ['"https://acme.io/disk.img:1"', []],
    ['"docker.io/Not an image:1"', []],
    ["var.image", []],
    ["jsonencode()", []],
    ['jsonencode({ image = "ghcr.io/acme/a:1" }) + f(1)', []],
    ['jsonencode({ image = "ghcr.io/acme/a:1" }, 2)', []],
    ['jsonencode({ image = "ghcr.io/acme/a:1" })', ["2 ghcr.io/acme/a 1 "]],
  ])("declares an image only with a registry and a version: %s", (value, expected) => {
    expect(image(value)).toEqual(expected);
  });

  it("binds locals of the directory", () => {
    const text =
      'locals {\n  host = "r.acme.io"\n}\nresource "x" "y" {\n  image = "${local.host}/acme/app:1"\n}\n';
    expect(declared(text)).toEqual(["5 r.acme.io/acme/app 1 "]);
  });

  it("ignores blocks other than resources, and test runs", () => {
    const body = '{\n  image = "ghcr.io/acme/app:1"\n}\n';
    expect(declared(`module "x" ${body}locals ${body}data "x" "y" ${body}`)).toEqual([]);
    expect(declared(`resource "x" "y" ${body}`, "app.tftest.hcl")).toEqual([]);
  });

  it("declares the other dependencies of a file with an unreadable image", () => {
    const text = `resource "x" "y" {
  a     = jsonencode({ b })
  image = "ghcr.io/acme/app:1"
}
`;
    expect(extract(text).problems).toEqual([]);
    expect(declared(text)).toEqual(["3 ghcr.io/acme/app 1 "]);
  });

  it("reads deeply nested values without delay", () => {
    const before = process.cpuUsage();
    for (const piece of ["jsonencode({ a = ", "{ a = ", "[", "jsonencode("])
      extract(`resource "x" "y" {\n  a = ${piece.repeat(20_000)}\n}`);
    const closed = `${"jsonencode({ a = ".repeat(5_000)}1${" })".repeat(5_000)}`;
    extract(`resource "x" "y" {\n  a = ${closed}\n}\n`);
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(4000);
  });
});
