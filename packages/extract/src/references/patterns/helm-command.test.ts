import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../index.ts";

const charts = (files: Record<string, string>): string[] =>
  extractFiles(files, [references]).declarations.map(
    ({ sourceFile, sourceLine, artifact, versionConstraint, requiresProducer }) =>
      `${sourceFile}:${sourceLine} ${artifact} ${versionConstraint ?? "-"}${requiresProducer ? " by name" : ""}`,
  );

describe("references: charts of repositories with a local name", () => {
  it("finds the URL in the same file", () => {
    const text = `helm repo add acme https://charts.acme.io
helm upgrade --install -f prod/values.yaml web acme/shop --version 1.2
helm install acme/tool --generate-name
helm pull acme/kit --version=3 --untar
helm template web ./charts/shop
helm install web other/shop
helm template web shop --repo https://charts.acme.io --version 4
`;
    expect(charts({ "a.sh": text })).toEqual([
      "a.sh:1 charts.acme.io -",
      "a.sh:2 charts.acme.io/shop 1.2",
      "a.sh:3 charts.acme.io/tool -",
      "a.sh:4 charts.acme.io/kit 3",
      "a.sh:7 charts.acme.io/shop 4",
    ]);
  });

  it("finds the URL in another file unless files disagree", () => {
    const add = (url: string) => `helm repo add acme ${url}\n`;
    const install = "helm install web acme/shop\n";
    expect(charts({ "add.sh": add("https://a.acme.io"), "use.sh": install })).toEqual([
      "add.sh:1 a.acme.io -",
      "use.sh:1 a.acme.io/shop -",
    ]);
    const both = { "a.sh": add("https://a.acme.io"), "b.sh": add("https://b.acme.io"), "use.sh": install };
    expect(charts(both)).toHaveLength(2);
  });

  it("skips charts of the repository itself", () => {
    const text = "helm repo add acme https://acme.github.io/app\nhelm install web acme/shop\n";
    expect(charts({ "a.sh": text })).toEqual(["a.sh:1 acme.github.io/app -"]);
  });

  it("leaves the version of a chart repository to the commands that name a chart", () => {
    const text = "helm repo add acme https://acme.github.io/charts\nhelm install web acme/shop\n";
    expect(extractFiles({ "a.sh": text }, [references]).declarations.map(({ unbound }) => unbound)).toEqual([
      "chart",
      null,
    ]);
  });

  it("requires a producer in documentation", () => {
    const text = "```\nhelm repo add acme https://charts.acme.io\nhelm install web acme/shop\n```\n";
    expect(charts({ "README.md": text })).toEqual([
      "README.md:2 charts.acme.io -",
      "README.md:3 charts.acme.io/shop - by name",
    ]);
  });
});
