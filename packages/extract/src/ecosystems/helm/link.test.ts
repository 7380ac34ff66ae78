import { describe, expect, it } from "vitest";
import { extractFiles, RepositoryExtraction } from "../../repository-extraction.ts";
import { helm } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [helm]);

const chart = (name: string, ...dependencies: string[]): string =>
  `apiVersion: v2\nname: ${name}\nversion: 1.0.0\ndependencies:\n${dependencies.map((each) => `- ${each}\n`).join("")}`;

const IMAGE = "image:\n  repository: ghcr.io/acme/web\n  tag: '1'\n";

describe("helm: roles and scopes", () => {
  const places = (files: Record<string, string>): string[] =>
    extract(files).declarations.map(({ sourceFile, role, scope }) => `${sourceFile}: ${role} ${scope}`);

  it("distinguish the values of tests", () => {
    const files = {
      "web/Chart.yaml": chart("web"),
      "web/ci/full-values.yaml": IMAGE,
      "web/ci-values.yaml": IMAGE,
      "web/values-test.yaml": IMAGE,
      "web/values.yaml": IMAGE,
      "web/values-prod.yaml": IMAGE,
      "web/specification-values.yaml": IMAGE,
    };
    expect(places(files)).toEqual([
      "web/ci-values.yaml: test null",
      "web/ci/full-values.yaml: test null",
      "web/specification-values.yaml: runtime helm_chart:web",
      "web/values-prod.yaml: runtime helm_chart:web",
      "web/values-test.yaml: test null",
      "web/values.yaml: runtime helm_chart:web",
    ]);
  });

  it("are those of the chart, for subcharts and charts of the same name as well", () => {
    const files = {
      "a/web/Chart.yaml": chart("web"),
      "a/web/charts/db/Chart.yaml": chart("db"),
      "a/web/charts/db/values.yaml": IMAGE,
      "b/web/Chart.yaml": chart("web"),
      "b/web/values.yaml": IMAGE,
      "deploy/values.yaml": IMAGE,
    };
    expect(places(files)).toEqual([
      "a/web/charts/db/values.yaml: runtime helm_chart:web",
      "b/web/values.yaml: runtime helm_chart:web",
      "deploy/values.yaml: runtime unit:helm:deploy",
    ]);
  });

  it("of a helmfile are its own", () => {
    const files = {
      "Chart.yaml": chart("web"),
      "helmfile.yaml": "releases:\n- chart: oci://ghcr.io/acme/charts/db\n",
    };
    expect(places(files)).toEqual(["helmfile.yaml: runtime unit:helm:helmfile.yaml"]);
  });
});

describe("helm: compositions", () => {
  const compositions = (files: Record<string, string>): string[] =>
    extract(files).compositions.map(({ outer, inner }) => `${outer} < ${inner}`);

  it("link charts by file://", () => {
    const files = {
      "charts/common/Chart.yaml": chart("common"),
      "charts/web/Chart.yaml": chart(
        "web",
        "{ name: common, repository: 'file://../common' }",
        "{ name: missing, repository: 'file://../missing' }",
        "{ name: outside, repository: 'file://../../../outside' }",
        "{ name: absolute, repository: 'file:///charts/common' }",
        "{ name: db }",
      ),
      "charts/old/Chart.yaml": "name: old\n",
      "charts/old/requirements.yaml": "dependencies:\n- { name: common, repository: 'file://../common/' }\n",
    };
    expect(compositions(files)).toEqual([
      "helm_chart:old < helm_chart:common",
      "helm_chart:web < helm_chart:common",
    ]);
    expect(extract(files).declarations).toEqual([]);
  });
});

describe("helm: templates", () => {
  it("are part of the chart", () => {
    const files = {
      "web/Chart.yaml": chart("web"),
      "web/templates/a.yaml": "",
      "web/templates/sub/b.yaml": "",
      "web/templates/c.txt": "",
      "other/templates/d.yaml": "",
    };
    expect(extract(files).compositions).toEqual([
      { outer: "helm_chart:web", inner: "unit:kubernetes:web/templates" },
      { outer: "helm_chart:web", inner: "unit:kubernetes:web/templates/sub" },
    ]);
  });
});

describe("helm: locks", () => {
  const locks = (files: Record<string, string>): string[] =>
    extract(files).declarations.map(
      ({ artifact, locked }) =>
        `${artifact.slice(artifact.lastIndexOf("/") + 1)} ${locked && `${locked.version} ${locked.file}:${locked.line}`}`,
    );
  const LOCK = `dependencies:
- name: db
  repository: https://other.acme.io
  version: 9.9.9
- name: db
  repository: https://charts.acme.io
  version: 12.1.2
- name: "cache"
  repository: oci://ghcr.io/acme
  version: "3.0.0"
- name: exact
  repository: https://charts.acme.io
  version: 1.2.3
digest: sha256:abc
version: 7
`;
  const DEPENDENCIES = [
    "{ name: db, repository: 'https://charts.acme.io', version: 12.x }",
    "{ name: cache, repository: 'oci://ghcr.io/acme' }",
    "{ name: exact, repository: 'https://charts.acme.io', version: 1.2.3 }",
    "{ name: unknown, repository: 'https://charts.acme.io', version: '>1' }",
  ];

  it.each(["\n", "\r\n"])("are read from Chart.lock with line ends %j", (end) => {
    const files = { "a/Chart.yaml": chart("a", ...DEPENDENCIES), "a/Chart.lock": LOCK.replaceAll("\n", end) };
    expect(locks(files)).toEqual([
      "db 12.1.2 a/Chart.lock:5",
      "cache 3.0.0 a/Chart.lock:8",
      "exact null",
      "unknown null",
    ]);
  });

  it("are read from requirements.lock and helmfile.lock", () => {
    const requirements = `dependencies:\n- ${DEPENDENCIES[1]}\n`;
    expect(
      locks({ "Chart.yaml": chart("a"), "requirements.yaml": requirements, "requirements.lock": LOCK }),
    ).toEqual(["cache 3.0.0 requirements.lock:8"]);
    const helmfile = "releases:\n- chart: acme/cache\n- chart: acme/cache\n  version: 3.0.0\n";
    expect(locks({ "helmfile.yaml.gotmpl": helmfile, "helmfile.lock": LOCK })).toEqual([
      "cache 3.0.0 helmfile.lock:8",
      "cache null",
    ]);
  });

  it("do not hold other charts", () => {
    expect(locks({ "a/Chart.yaml": chart("a", DEPENDENCIES[1] ?? ""), "Chart.lock": LOCK })).toEqual([
      "cache null",
    ]);
  });

  it("are known by their file alone if they are not read", () => {
    const extraction = new RepositoryExtraction({ fullPath: "acme/app", cloneUrl: null }, [helm]);
    extraction.addFile("Chart.yaml", new TextEncoder().encode(chart("a", DEPENDENCIES[1] ?? "")));
    const tree = ["Chart.yaml", "Chart.lock"].map((path) => ({ path, mode: "100644", oid: "0".repeat(40) }));
    expect(extraction.finish(tree).declarations[0]?.locked).toEqual({
      version: null,
      file: "Chart.lock",
      line: null,
    });
  });

  it("report no problem for broken files", () => {
    const files = {
      "Chart.yaml": chart("a", DEPENDENCIES[1] ?? ""),
      "Chart.lock": "dependencies: [\n  name: x\n",
    };
    expect(extract(files).problems).toEqual([]);
    expect(locks(files)).toEqual(["cache null"]);
  });
});
