import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { helm } from "./index.ts";
import { cpuMsSince } from "../../testing/cpu-ms.ts";

const extract = (files: Record<string, string>, fullPath = "acme/app") =>
  extractFiles(files, [helm], { fullPath, cloneUrl: `https://github.com/${fullPath}.git` });

const chart = (dependencies: string) =>
  `apiVersion: v2\nname: app\nversion: 1.0.0\ndependencies:\n${dependencies}`;
const dependencies = (text: string) => extract({ "Chart.yaml": chart(text) }).declarations;
const dependency = (repository: string, version = "1.0.0") =>
  dependencies(`  - name: web\n    version: "${version}"\n    repository: "${repository}"\n`);

describe("helm: Chart.yaml", () => {
  it("declares each dependency on the line of its name, and produces the chart", () => {
    const text = `apiVersion: v2
# name: other
name: shop
description: A shop
version: 1.4.0
appVersion: "2.7.1"
dependencies:
  - name: redis
    version: ~17.3
    repository: https://charts.bitnami.com/bitnami/
    alias: cache
    condition: cache.enabled
  - repository: "oci://ghcr.io/Acme/charts"
    version: ">= 1.2, < 2"
    name: common
  # - name: gone
  #   repository: https://acme.github.io/charts
  - { name: redis, version: 18.0.0, repository: "https://charts.bitnami.com/bitnami" }
`;
    expect(extract({ "deploy/Chart.yaml": text })).toEqual({
      declarations: [
        {
          ecosystem: "helm",
          dependencyType: "helm_chart",
          sourceFile: "deploy/Chart.yaml",
          sourceLine: 8,
          rawReference: "https://charts.bitnami.com/bitnami/redis",
          artifact: "charts.bitnami.com/bitnami/redis",
          versionConstraint: "~17.3",
          versioning: "helm",
          unbound: null,
          versionComment: null,
          lookups: ["helm_chart:charts.bitnami.com/bitnami/redis", "convention:helm_chart:bitnami/redis"],
          evidence: { class: "manifest", rule: "helm.dependency" },
          role: "runtime",
          scope: "helm_chart:shop",
          locked: null,
          arguments: [],
        },
        expect.objectContaining({
          sourceLine: 15,
          rawReference: "oci://ghcr.io/Acme/charts/common",
          artifact: "ghcr.io/acme/charts/common",
          versionConstraint: ">= 1.2, < 2",
          lookups: ["helm_chart:ghcr.io/acme/charts/common", "convention:helm_chart:acme/common"],
        }),
        expect.objectContaining({ sourceLine: 18, versionConstraint: "18.0.0" }),
      ],
      artifacts: [
        {
          ecosystem: "helm",
          artifactType: "helm_chart",
          name: "shop",
          version: "1.4.0",
          registryUrl: null,
          sourceFile: "deploy/Chart.yaml",
          sourceLine: 3,
          announces: [
            "helm_chart:acme.github.io/app/shop",
            "convention:helm_chart:acme/shop",
            "convention:helm_chart:shop",
            "chart_name:acme/shop",
            "chart_repository:acme/app",
          ],
          evidence: { class: "manifest", rule: "helm.chart" },
        },
      ],
      compositions: [],
      problems: [],
      interfaces: [
        {
          scope: "helm_chart:shop",
          file: "deploy/Chart.yaml",
          line: 3,
          members: [
            ["cache", 8, true],
            ["cache.enabled", 8],
            ["common", 13, true],
            ["global", 1, true],
            ["redis", 18, true],
          ].map(([name, line, acceptsAny]) => ({
            kind: "value",
            name,
            file: "deploy/Chart.yaml",
            line,
            ...(acceptsAny === true && { acceptsAny }),
          })),
        },
      ],
    });
  });

  it("keeps a version as written", () => {
    const text = `  - name: web\n    version: 1.10\n    repository: "@acme"\n  - name: web\n    repository: "@acme"\n`;
    expect(dependencies(text).map((each) => [each.sourceLine, each.versionConstraint])).toEqual([
      [5, "1.10"],
      [8, null],
    ]);
  });

  it.each(["file://../common", "", "./charts/web"])("skips the local dependency %j", (repository) => {
    expect(dependency(repository)).toEqual([]);
  });

  it("skips a dependency without a repository, which is in charts/", () => {
    expect(dependencies("  - name: web\n    version: 1.0.0\n")).toEqual([]);
  });

  it.each([
    ["https://acme.github.io/charts", "acme.github.io/charts/web"],
    ["https://charts.acme.io:443/", "charts.acme.io:443/web"],
    ["https://user:secret@charts.acme.io/stable?x=1", "charts.acme.io/stable/web"],
    ["oci://registry-1.docker.io/acme", "registry-1.docker.io/acme/web"],
  ])("names a chart of %s %s", (repository, artifact) => {
    expect(dependency(repository)).toMatchObject([{ artifact, unbound: null }]);
  });

  it("removes passwords from URLs", () => {
    expect(JSON.stringify(dependency("https://user:secret@charts.acme.io/stable"))).not.toContain("secret");
  });

  it.each(["@acme", "alias:acme"])("takes %s as the owner by convention", (repository) => {
    expect(dependency(repository)).toMatchObject([
      { rawReference: `${repository}/web`, artifact: "web", lookups: ["convention:helm_chart:acme/web"] },
    ]);
  });

  it("resolves a repository name by the repository's helmfiles", () => {
    const { declarations } = extract({
      "Chart.yaml": chart(`  - { name: web, version: "1", repository: "@acme" }\n`),
      "helmfile.yaml": "repositories:\n  - { name: acme, url: https://acme.github.io/charts }\n",
    });
    expect(declarations).toMatchObject([
      { rawReference: "@acme/web", artifact: "acme.github.io/charts/web" },
    ]);
  });

  it("does not resolve a name that helmfiles define differently", () => {
    const { declarations } = extract({
      "Chart.yaml": chart(`  - { name: web, version: "1", repository: "@acme" }\n`),
      "a/helmfile.yaml": "repositories:\n  - { name: acme, url: https://a.acme.io }\n",
      "b/helmfile.yaml": "repositories:\n  - { name: acme, url: https://b.acme.io }\n",
    });
    expect(declarations).toMatchObject([{ artifact: "web" }]);
  });

  it("looks up a chart in Git by its repository, on the repository's line", () => {
    expect(dependency("git+https://github.com/Acme/charts@stable/web?ref=v1.2.0&sparse=0")).toMatchObject([
      {
        sourceLine: 7,
        rawReference: "git+https://github.com/Acme/charts@stable/web?ref=v1.2.0&sparse=0",
        artifact: "github.com/acme/charts",
        versionConstraint: "v1.2.0",
        versioning: "git",
        lookups: ["git:github.com/acme/charts"],
      },
    ]);
    expect(dependency("git+ssh://git@git.acme.io:2222/acme/charts.git@web")).toMatchObject([
      {
        artifact: "git.acme.io/acme/charts",
        versionConstraint: null,
        lookups: ["git:git.acme.io/acme/charts"],
      },
    ]);
  });

  it("skips a chart in the repository itself", () => {
    expect(dependency("git+https://github.com/acme/app@charts/web?ref=v1")).toEqual([]);
  });

  it("leaves a templated repository or version unbound", () => {
    expect(dependency("{{ .repo }}")).toMatchObject([{ unbound: ".repo", lookups: [] }]);
    expect(dependency("https://charts.acme.io", "${VERSION}")).toMatchObject([
      { unbound: "VERSION", artifact: "charts.acme.io/web" },
    ]);
    expect(dependency("https://charts.acme.io", "${VERSION}")[0]?.lookups).not.toEqual([]);
  });

  it("declares dependencies of a scaffold but does not produce it", () => {
    const text =
      "name: {{ cookiecutter.name }}\nversion: 1.0.0\ndependencies:\n- name: web\n  version: 1.0.0\n  repository: oci://ghcr.io/acme\n";
    expect(extract({ "Chart.yaml": text })).toMatchObject({
      declarations: [{ sourceLine: 4 }],
      artifacts: [],
      problems: [],
    });
  });

  it("finds nothing in an empty file", () => {
    expect(extract({ "Chart.yaml": "", "a/Chart.yaml": "# nothing\n" })).toEqual({
      declarations: [],
      artifacts: [],
      compositions: [],
      problems: [],
    });
  });

  it.each([
    ["name: app\ndependencies: [\n", 3, ["app", "b"]],
    ["name: app\n\tversion: 1\n", 2, ["app", "b"]],
    ["- name: app\n", 1, ["b"]],
  ])("reports the line of malformed YAML and keeps the rest: %j", (text, line, names) => {
    expect(extract({ "Chart.yaml": text, "b/Chart.yaml": "name: b\n" })).toMatchObject({
      artifacts: names.map((name) => ({ name, version: null })),
      problems: [
        { file: "Chart.yaml", line, code: "invalid_syntax", message: expect.stringMatching(/^helm: /) },
      ],
    });
  });

  it("accepts a byte-order mark and CRLF", () => {
    const text = chart(
      "- name: web\n  version: 1.0.0 # exactly\n  repository: https://acme.github.io/charts\n",
    );
    expect(extract({ "Chart.yaml": `\uFEFF${text.replaceAll("\n", "\r\n")}` })).toMatchObject({
      declarations: [{ sourceLine: 5, versionConstraint: "1.0.0", artifact: "acme.github.io/charts/web" }],
      artifacts: [{ name: "app", version: "1.0.0" }],
    });
  });
});

describe("helm: charts", () => {
  it("produces charts from any folder except examples, tests and the charts/ of a chart", () => {
    const { artifacts, problems } = extract({
      "charts/web/Chart.yaml": "name: web\nversion: 1.0.0\n",
      "charts/web/charts/redis/Chart.yaml": "name: redis\nversion: 17.0.0\n",
      "charts/web/templates/Chart.yaml": "name: {{ if }}\n- [\n",
      "examples/x/Chart.yaml": "name: x\nversion: 1.0.0\n",
      "test/fixtures/y/Chart.yaml": "name: y\nversion: 1.0.0\n",
      "charts/worker/Chart.yaml": "name: worker\nversion: 2.0.0\n",
      "copy/worker/Chart.yaml": "name: worker\nversion: 1.0.0\n",
    });
    expect(artifacts.map(({ name, version }) => `${name} ${version}`)).toEqual(
      ["web 1.0.0", "worker 2.0.0"].toSorted(),
    );
    expect(problems).toEqual([]);
  });

  it("ignores lock files and other tools' requirements", () => {
    expect(
      extract({
        "Chart.lock": "dependencies:\n- name: web\n  repository: https://acme.github.io/charts\n",
        "requirements.yaml": "dependencies:\n- name: web\n  repository: https://acme.github.io/charts\n",
        "app/Chart.yaml": "name: app\n",
        "app/requirements.yaml": "collections:\n- name: acme.base\n  version: 1.0.0\n",
        "ansible/requirements.yaml": "dependencies: [\n",
      }),
    ).toMatchObject({ declarations: [], problems: [] });
  });

  it("reads requirements.yaml of Helm 2 charts", () => {
    expect(
      extract({
        "app/Chart.yaml": "name: app\nversion: 0.1.0\n",
        "app/requirements.yaml":
          "dependencies:\n- name: web\n  version: 1.x.x\n  repository: https://acme.github.io/charts\n",
      }).declarations,
    ).toMatchObject([{ sourceFile: "app/requirements.yaml", sourceLine: 2, versionConstraint: "1.x.x" }]);
  });
});

describe("helm: a chart repository in the files of a Git host", () => {
  it("declares the chart on the line of its repository", () => {
    expect(dependency("https://raw.githubusercontent.com/acme/charts/gh-pages")).toMatchObject([
      {
        sourceLine: 7,
        versionConstraint: "1.0.0",
        versioning: "helm",
        lookups: [
          "helm_chart:raw.githubusercontent.com/acme/charts/gh-pages/web",
          "git:github.com/acme/charts",
          "convention:helm_chart:acme/web",
        ],
      },
    ]);
  });
});

it.each([
  ["slashes", (many: string) => `https://a${many.replaceAll("x", "/")}b`],
  ["at signs", (many: string) => `git+https://${many.replaceAll("x", "@")}`],
  ["placeholders", (many: string) => `oci://${many.replaceAll("x", "${")}`],
])("helm: reads 100,000 %s in a URL and an image in linear time", (_, address) => {
  const text = address("x".repeat(100_000));
  const before = process.cpuUsage();
  extract({
    "Chart.yaml": chart(`  - { name: web, repository: '${text}' }\n`),
    "values.yaml": `image: '${text}'\nx: { image: { repository: '${text}', tag: 1 } }\n`,
    "helmfile.yaml": `releases:\n- chart: '${text}'\n`,
  });
  expect(cpuMsSince(before)).toBeLessThan(2000);
});
