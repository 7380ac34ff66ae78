import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { cpuMs } from "../../testing/cpu-ms.ts";
import { helm } from "./index.ts";

const lines = (...text: string[]): string => text.join("\n");
const chart = (name: string): string => `apiVersion: v2\nname: ${name}\nversion: 1.0.0\n`;

/** The locations at which commands publish the charts `shop` and `cart` of Acme/Charts: `name: location`. */
function pushed(files: Record<string, string>): string[] {
  const charts = { "charts/cart/Chart.yaml": chart("cart"), "charts/shop/Chart.yaml": chart("shop") };
  const repository = { fullPath: "Acme/Charts", cloneUrl: "https://gitlab.acme.io/Acme/Charts.git" };
  const { artifacts, declarations, problems } = extractFiles({ ...charts, ...files }, [helm], repository);
  expect({ declarations, problems }).toEqual({ declarations: [], problems: [] });
  return artifacts.flatMap(({ name, announces }) =>
    announces
      .filter((announced) => announced.startsWith("helm_chart:"))
      .map((announced) => `${name}: ${announced.slice("helm_chart:".length)}`),
  );
}

describe("helm: charts that commands publish", () => {
  it("announces the registry of helm push, for one chart or for all", () => {
    const workflow = lines(
      "on: push",
      "env:",
      "  REGISTRY: ghcr.io/acme/env",
      "jobs:",
      "  release:",
      "    steps:",
      "      - run: helm push shop-1.2.0.tgz oci://ghcr.io/acme/charts",
      "      - run: |",
      "          for pkg in .cr-release-packages/*; do",
      '            helm push "${pkg}" oci://ghcr.io/${{ github.repository }}',
      "          done",
      "          helm push --username x dist/cart-${VERSION}.tgz oci://$REGISTRY |& tee log",
      "          helm push shop.tgz oci://${{ inputs.registry }}/charts",
      "          helm push shop-1.tgz oci://localhost:5000/charts",
    );
    expect(pushed({ ".github/workflows/release.yml": workflow })).toEqual([
      "cart: ghcr.io/acme/charts/cart",
      "cart: ghcr.io/acme/env/cart",
      "shop: ghcr.io/acme/charts/shop",
    ]);
  });

  it("announces chart museums and actions that publish charts", () => {
    const files = {
      Makefile: lines(
        "REPO ?= https://charts.acme.io",
        "push:",
        "\t@helm repo add museum $(REPO)",
        "\thelm cm-push charts/shop/ museum",
      ),
      ".github/workflows/pages.yml": lines(
        "jobs:",
        "  a:",
        "    steps:",
        "      - uses: stefanprodan/helm-gh-pages@v1",
        "        with:",
        "          owner: acme",
        "          repository: helm-charts",
        "      - uses: appany/helm-oci-chart-releaser@v0.4",
        "        with:",
        "          name: shop",
        "          repository: acme/oci",
        "          registry: quay.io",
      ),
    };
    expect(pushed(files)).toEqual([
      "cart: acme.github.io/helm-charts/cart",
      "shop: acme.github.io/helm-charts/shop",
      "shop: quay.io/acme/oci/shop",
      "shop: charts.acme.io/shop",
    ]);
  });

  it("takes linear time for a megabyte of commands", () => {
    const text = "helm push $a-$b.tgz oci://$c/$d\n".repeat(32_000);
    expect(cpuMs(() => pushed({ "push.sh": text }))).toBeLessThan(2000);
  });
});

describe("helm: repositories that other files name", () => {
  const release = lines("releases:", "  - name: a", "    chart: acme/shop", "    version: 1.0.0");

  it.each([
    ["scripts/setup.sh", "helm repo add acme https://charts.acme.io --force-update\n"],
    [
      ".github/workflows/ci.yml",
      "jobs:\n  a:\n    steps:\n      - run: helm repo add acme https://charts.acme.io\n",
    ],
    ["Makefile", "deps:\n\thelm repo add acme https://charts.acme.io\n"],
    ["ct.yaml", "chart-repos:\n  - acme=https://charts.acme.io\n"],
  ])("resolves a local name by %s", (path, text) => {
    const { declarations } = extractFiles({ "helmfile.yaml": release, [path]: text }, [helm]);
    expect(declarations.map(({ artifact }) => artifact)).toEqual(["charts.acme.io/shop"]);
  });

  it("prefers the helmfile's own repositories", () => {
    const own = `repositories:\n  - name: acme\n    url: https://own.acme.io\n${release}`;
    const files = { "helmfile.yaml": own, "ct.yaml": "chart-repos:\n  - acme=https://charts.acme.io\n" };
    expect(extractFiles(files, [helm]).declarations.map(({ artifact }) => artifact)).toEqual([
      "own.acme.io/shop",
    ]);
  });

  it("announces the charts of chartpress where they are served", () => {
    const charts = {
      "chartpress.yaml": lines(
        "charts:",
        "  - name: hub",
        "    repo: { git: acme/charts, published: 'https://charts.acme.io/hub/' }",
        "  - name: proxy",
        "    repo: { git: acme/charts }",
      ),
      "hub/Chart.yaml": "apiVersion: v2\nname: hub\nversion: 1.0.0\n",
      "proxy/Chart.yaml": "apiVersion: v2\nname: proxy\nversion: 1.0.0\n",
    };
    expect(pushed(charts)).toEqual(["hub: charts.acme.io/hub/hub", "proxy: acme.github.io/charts/proxy"]);
  });
});
