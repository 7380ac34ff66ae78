import { describe, expect, it } from "vitest";
import { helm } from "./ecosystems/helm/index.ts";
import { references } from "./references/index.ts";
import { extractFiles } from "./repository-extraction.ts";
import { readDomain } from "./site.ts";

const announced = (files: Record<string, string>): string[] =>
  extractFiles(files, [helm, references]).artifacts.flatMap(({ announces }) => announces);

describe("a site with a custom domain", () => {
  it.each([
    ["CNAME", "get.acme.io\n"],
    ["docs/CNAME", "get.acme.io"],
    ["website/static/CNAME", " Get.Acme.io\r\n"],
  ])("is announced by %s", (path, text) => {
    expect(announced({ [path]: text })).toEqual(["site:get.acme.io"]);
  });

  it.each([
    ["docs/CNAME", "not a domain"],
    ["docs/CNAME", "localhost"],
    ["docs/CNAME", ""],
    ["vendor/other/CNAME", "get.acme.io"],
    ["docs/CNAME.md", "get.acme.io"],
  ])("is not announced by %s with %j", (path, text) => {
    expect(announced({ [path]: text })).toEqual([]);
  });

  it.each([
    ["acme/get.acme.io", "_redirects", ["site:get.acme.io"]],
    ["acme/get.acme.io", "main.go", []],
    ["acme/get.acme.io", "docs/index.html", []],
    ["acme/socket.io", "index.html", []],
    ["acme/kit.js", "index.html", []],
  ])("is announced by a repository that is named after it: %s with %s", (fullPath, path, expected) => {
    const repository = { fullPath, cloneUrl: null };
    const { artifacts } = extractFiles({ [path]: "/ /install.sh" }, [references], repository);
    expect(artifacts.flatMap(({ announces }) => announces)).toEqual(expected);
  });

  it("serves the charts of its repository", () => {
    const files = { CNAME: "charts.acme.io", "charts/shop/Chart.yaml": "name: shop\nversion: 1.0.0\n" };
    expect(announced(files)).toContain("helm_chart:charts.acme.io/shop");
  });

  it("bounds the text of a domain", () => {
    expect(readDomain(`${"a.".repeat(500_000)}io`)).toBeNull();
  });
});

describe("a command that fetches from a site", () => {
  const declared = (text: string, path = "Makefile"): unknown[] =>
    extractFiles({ [path]: text }, [references]).declarations.map(
      ({ rawReference, artifact, lookups, requiresProducer, role }) => [
        rawReference,
        artifact,
        lookups,
        requiresProducer,
        role,
      ],
    );

  it("declares the site if a repository builds it", () => {
    expect(declared("install:\n\tcurl -sSL https://get.acme.io/install.sh?x=1 | sh\n")).toEqual([
      ["https://get.acme.io/install.sh", "get.acme.io", ["site:get.acme.io"], true, "build"],
    ]);
  });

  it("declares nothing for a git host, an address or a URL outside of a command", () => {
    const text =
      "a:\n\tcurl https://github.com/\n\tcurl http://127.0.0.1/x\n\tcurl http://localhost:80/x\nDOCS = https://docs.acme.io/\n";
    expect(declared(text)).toEqual([]);
  });
});
