import { describe, expect, it } from "vitest";
import { helm } from "./ecosystems/helm/index.ts";
import { kubernetes } from "./ecosystems/kubernetes/index.ts";
import { extractFiles } from "./repository-extraction.ts";

/** Returns `line reference constraint lookup` of every chart. */
const charts = (path: string, text: string): string[] =>
  extractFiles({ [path]: text }, [helm, kubernetes], {
    fullPath: "acme/deploy",
    cloneUrl: "https://github.com/acme/deploy.git",
  })
    .declarations.filter(({ dependencyType }) => dependencyType === "helm_chart")
    .map((each) =>
      [
        each.sourceLine,
        each.rawReference,
        each.versionConstraint,
        each.requiresProducer ? each.lookups[0] : "certain",
      ].join(" "),
    );

describe("charts that data names next to their version", () => {
  it("are read from values: by chart name, or by another name with a catalog", () => {
    expect(
      charts(
        "helm/apps/values.yaml",
        `apps:
  certExporter:
    appName: cert-exporter-custom
    chartName: cert-exporter
    catalog: default
    version: 2.9.0
  dns:
    appName: dns
    catalog: default
    version: 1.0.0
  proxy: {chart: proxy, targetRevision: v1.2.x}
  web: {chart: {name: web, version: "{{ .Values.web }}"}}
  other: {appName: other, version: 1.0.0}
  unversioned: {chartName: unversioned, version: ""}
  path: {chart: ./charts/local, version: 1.0.0}
  labels: {chart: labeled, version: 1.0.0}
package: {name: package, version: 1.0.0}
`,
      ),
    ).toEqual([
      "4 cert-exporter 2.9.0 chart_name:acme/cert-exporter",
      "8 dns 1.0.0 chart_name:acme/dns",
      "11 proxy v1.2.x chart_name:acme/proxy",
      "12 web {{ .Values.web }} chart_name:acme/web",
    ]);
  });

  it("are read from custom resources in YAML and JSON, except of Flux and Argo CD", () => {
    const app = `apiVersion: application.acme.io/v1
kind: App
metadata: {name: prod-ingress, labels: {chart: labeled, version: 1.0.0}}
spec:
  catalog: acme
  name: ingress
  version: 3.0.0
`;
    expect(charts("apps/ingress.yaml", app)).toEqual(["6 ingress 3.0.0 chart_name:acme/ingress"]);
    const release = {
      apiVersion: "release.acme.io/v1",
      kind: "Release",
      spec: { apps: [{ name: "dns", version: "1.0.0", catalog: "default" }] },
    };
    expect(charts("release.json", JSON.stringify(release))).toEqual(["1 dns 1.0.0 chart_name:acme/dns"]);
    expect(charts("deployment.yaml", app.replace("application.acme.io/v1", "apps/v1"))).toEqual([]);
    expect(charts("crd.yaml", app.replace("application.acme.io", "apiextensions.k8s.io"))).toEqual([]);
    const argo = `apiVersion: argoproj.io/v1alpha1
kind: Application
spec: {source: {chart: web, repoURL: "https://charts.acme.io", targetRevision: 1.0.0}}
`;
    expect(charts("argo.yaml", argo)).toEqual(["3 https://charts.acme.io/web 1.0.0 certain"]);
  });

  it("are certain with the URL of their repository, and of the organization that its local name states", () => {
    expect(
      charts(
        "values.yaml",
        `a: {chart: web, repoURL: "https://charts.acme.io/", targetRevision: 1.0.0}
b: {chart: web, registry: ghcr.io/acme/charts, version: 1.1.0}
c: {chart: web, repository: initech, version: 1.2.0}
d: {chart: web, repository: "{{ .Values.repository }}", version: 1.3.0}
`,
      ),
    ).toEqual([
      "1 https://charts.acme.io/web 1.0.0 certain",
      "2 ghcr.io/acme/charts/web 1.1.0 certain",
      "3 web 1.2.0 chart_name:initech/web",
    ]);
  });

  it("are announced by the name of the chart, and by that of a repository with a single chart", () => {
    const announced = (files: Record<string, string>) =>
      extractFiles(files, [helm], { fullPath: "acme/web-app", cloneUrl: null }).artifacts.map(
        ({ announces }) => announces.filter((name) => name.startsWith("chart_")),
      );
    expect(announced({ "helm/web/Chart.yaml": "name: web\n" })).toEqual([
      ["chart_name:acme/web", "chart_repository:acme/web-app"],
    ]);
    expect(announced({ "a/Chart.yaml": "name: a\n", "b/Chart.yaml": "name: b\n" })).toEqual([
      ["chart_name:acme/a"],
      ["chart_name:acme/b"],
    ]);
  });
});
