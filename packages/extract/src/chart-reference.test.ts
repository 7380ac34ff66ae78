import { describe, expect, it } from "vitest";
import { chartNames, findChart } from "./chart-reference.ts";

const lookups = (url: string) => findChart("web", url)?.lookups.slice(1);

describe("findChart", () => {
  it.each([
    ["https://acme.github.io/charts", ["git:github.com/acme/charts", "git:github.com/acme/acme.github.io"]],
    ["https://acme.github.io", ["git:github.com/acme/acme.github.io", "convention:helm_chart:acme/web"]],
    ["https://acme.gitlab.io/charts", ["git:gitlab.com/acme/charts", "git:gitlab.com/acme/acme.gitlab.io"]],
    ["https://raw.githubusercontent.com/acme/charts/gh-pages", ["git:github.com/acme/charts"]],
    [
      "https://gitlab.acme.io/api/v4/projects/acme%2Fplatform%2Fcharts/packages/helm/stable",
      ["git:gitlab.acme.io/acme/platform/charts"],
    ],
    ["oci://ghcr.io/acme/charts", ["convention:helm_chart:acme/web"]],
    ["oci://registry-1.docker.io/bitnamicharts", ["convention:helm_chart:bitnamicharts/web"]],
    ["https://charts.acme.io", ["convention:helm_chart:acme/web"]],
    [
      "oci://acme.azurecr.io/helm",
      ["convention:helm_chart:acme/web", "convention:helm_chart:azurecr/web", "convention:helm_chart:web"],
    ],
    ["oci://harbor:5000/library", ["convention:helm_chart:web"]],
    ["s3://acme-charts/stable", ["convention:helm_chart:web"]],
  ])("looks up a chart at %s by %j", (url, expected) => {
    expect(lookups(url)?.slice(0, expected.length)).toEqual(expected);
  });

  it("does not look up a project's page in the owner's other projects", () => {
    expect(lookups("https://acme.github.io/charts")).not.toContain("convention:helm_chart:acme/web");
  });

  it("does not look up a chart in a public registry by name alone", () => {
    for (const url of [
      "https://charts.jetstack.io",
      "oci://quay.io/jetstack/charts",
      "https://jetstack.github.io",
    ]) {
      expect(lookups(url)).not.toContain("convention:helm_chart:web");
    }
  });
});

describe("chartNames", () => {
  it("returns the pages URL, the owner with the name, and the name", () => {
    expect(chartNames("Web", "Acme/charts", "git@github.com:Acme/charts.git")).toEqual([
      "helm_chart:acme.github.io/charts/web",
      "convention:helm_chart:acme/web",
      "convention:helm_chart:web",
      "chart_name:acme/web",
    ]);
    expect(chartNames("web", "acme/acme.github.io", "https://github.com/acme/acme.github.io")[0]).toBe(
      "helm_chart:acme.github.io/web",
    );
    expect(chartNames("web", "acme/platform/charts", "https://gitlab.com/acme/platform/charts")[0]).toBe(
      "helm_chart:acme.gitlab.io/platform/charts/web",
    );
    expect(chartNames("web", "acme/charts", null)).toHaveLength(3);
  });
});
