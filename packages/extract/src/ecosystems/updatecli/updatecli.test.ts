import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { updatecli } from "./index.ts";

const lines = (...text: string[]): string => text.join("\n");

/** `line rule artifact@version` of every declaration of a manifest. */
function declared(text: string, path = "updatecli/app.yaml"): string[] {
  const { declarations, problems } = extractFiles({ [path]: text }, [updatecli]);
  expect(problems).toEqual([]);
  return declarations.map(
    ({ sourceLine, evidence, artifact, versionConstraint }) =>
      `${sourceLine} ${evidence.rule} ${artifact}@${versionConstraint}`,
  );
}

describe("updatecli", () => {
  it("declares releases, tags, images and charts", () => {
    const text = lines(
      "scms:",
      "  own:",
      "    kind: github",
      '    spec: { owner: "{{ .github.owner }}", repository: "{{ .github.repository }}" }',
      "  self:",
      "    kind: github",
      "    spec: { owner: acme, repository: app }",
      "  docs:",
      "    kind: git",
      "    spec: { url: git@github.com:acme/docs.git }",
      "sources:",
      "  release:",
      "    kind: githubRelease",
      "    spec:",
      "      owner: acme",
      "      repository: tool",
      "  chart:",
      "    kind: helmchart",
      "    spec:",
      "      url: https://acme.github.io/charts/",
      "      name: shop",
      "      version: 1.x",
      "conditions:",
      "  image:",
      "    kind: dockerimage",
      "    spec:",
      "      image: quay.io/acme/tool",
      '      tag: "1.2"',
      "  own:",
      "    kind: helmchart",
      "    spec: { name: charts/shop }",
    );
    const expected = [
      "16 updatecli.github github.com/acme/tool@null",
      "20 updatecli.chart acme.github.io/charts/shop@1.x",
      "27 updatecli.image quay.io/acme/tool@1.2",
      "10 updatecli.git github.com/acme/docs@null",
    ];
    expect(declared(text)).toEqual(expected);
    expect(declared(text, "updatecli.d/app.tpl")).toEqual(expected);
  });

  it("looks up a repository, an image and a chart, in CI", () => {
    const text = "sources:\n  a:\n    kind: dockerimage\n    spec: { image: acme/tool }\ntargets: {}\n";
    const [image] = extractFiles({ "x.yaml": text }, [updatecli]).declarations;
    expect(image).toMatchObject({
      dependencyType: "container_image",
      role: "ci",
      lookups: ["container_image:docker.io/acme/tool", "convention:container_image:acme/tool"],
    });
  });

  it.each(["targets", "conditions", "actions", "scms"])(
    "claims a manifest with sources and %s",
    (section) => {
      const text = `sources:\n  tool:\n    kind: githubrelease\n${section}: {}\n`;
      expect(updatecli.claims({ path: "updatecli.d/tool.yml", text })).toBe(true);
      expect(updatecli.claims({ path: "docs/tool.md", text })).toBe(false);
    },
  );

  it("ignores other YAML with sources", () => {
    expect(
      declared("sources:\n  a:\n    kind: github\n    spec: { owner: acme, repository: tool }\n"),
    ).toEqual([]);
    expect(declared("sources: [a]\ntargets:\n  a: b\n")).toEqual([]);
  });
});
