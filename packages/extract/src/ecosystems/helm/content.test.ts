import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { helm } from "./index.ts";

const REPOSITORIES = "repositories:\n- name: acme\n  url: https://acme.github.io/charts\n";
const RELEASE = "releases:\n- name: web\n  chart: acme/web\n  version: 1.0.0\n";
const IMAGE = "controller:\n  image:\n    repository: acme/web\n    tag: 1.2.0\n";

/** `rule artifact constraint` of every declaration. */
const found = (files: Record<string, string>): string[] =>
  extractFiles(files, [helm]).declarations.map((each) =>
    [each.evidence.rule, each.artifact, each.versionConstraint].join(" "),
  );

describe("helm: files recognized by content", () => {
  it.each(["clusters/prod.yaml", "deploy/apps.yml", "prod.yaml.gotmpl"])("reads %s as a helmfile", (path) => {
    const expected = ["helm.release acme.github.io/charts/web 1.0.0"];
    expect(found({ [path]: `helmDefaults:\n  wait: true\n${REPOSITORIES}${RELEASE}` })).toEqual(expected);
    expect(found({ [path]: `${REPOSITORIES}${RELEASE}`.replaceAll("\n", "\r\n") })).toEqual(expected);
  });

  it("resolves a repository that another file declares", () => {
    expect(found({ "bases/repositories.yaml": REPOSITORIES, "clusters/prod.yaml": RELEASE })).toEqual([
      "helm.release acme.github.io/charts/web 1.0.0",
    ]);
  });

  it("reads helmfiles of another repository in a file of any name", () => {
    const text = "helmfiles:\n- path: git::https://github.com/acme/base.git@helmfile.yaml?ref=v1\n";
    expect(found({ "clusters/prod.yaml": text })).toEqual(["helm.helmfile github.com/acme/base v1"]);
  });

  it("reads the images of values of any name that have a tag", () => {
    expect(found({ "config/web.yaml": IMAGE })).toEqual(["helm.values_image docker.io/acme/web 1.2.0"]);
    expect(found({ "config/web.yaml": IMAGE.replace("1.2.0", "") })).toEqual([]);
    expect(found({ "config/web.yaml": `releases: [a]\n${IMAGE}` })).toHaveLength(1);
  });

  it.each([
    ["a manifest", `apiVersion: v1\nkind: List\n${REPOSITORIES}${RELEASE}`],
    ["releases without charts", "releases:\n- name: web\n  version: 1.0.0\n"],
    ["repositories without URLs", "repositories:\n- name: acme/web\n"],
    ["an update bot's file", `sources: {}\ntargets: {}\n${IMAGE}`],
    ["a compose file", `services:\n  a: {}\n${IMAGE}`],
    ["a repository that is not an image's", "web:\n  repository: acme/web\n  tag: 1.0.0\n"],
  ])("does not read %s", (_, text) => {
    expect(found({ "config/x.yaml": text })).toEqual([]);
  });
});
