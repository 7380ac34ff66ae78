import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../index.ts";

/** Returns `line path constraint role class` of every repository that is named in fields. */
const repositories = (path: string, text: string): string[] =>
  extractFiles({ [path]: `${path.endsWith(".py") ? "#" : "//"} git\n${text}` }, [references])
    .declarations.filter(({ evidence }) => evidence.rule === "references.repository_fields")
    .map(({ sourceLine, artifact, versionConstraint, role, evidence, lookups, requiresProducer }) => {
      expect([lookups, requiresProducer]).toEqual([[`path:${artifact}`], true]);
      return [sourceLine, artifact, versionConstraint, role, evidence.class].join(" ");
    });

describe("repositories in separate fields of a program", () => {
  it("are read with a ref, in objects and arguments", () => {
    expect(
      repositories(
        "hack/assets.go",
        `var repositories = []crd.Definition{
	{
		Path:      "config/crd",
		Owner:     "acme",
		Name:      "API-application",
		Reference: "v0.6.0",
	},
	{ Owner: "acme", Name: "kit", Reference: latest },
	{ Owner: "acme", Name: "other" },
}
`,
      ),
    ).toEqual(["6 acme/api-application v0.6.0 dev build_file", "9 acme/kit  dev build_file"]);
    expect(
      repositories(
        "src/sync.py",
        `fetch(owner="acme", repo="kit", ref='v1')\nfetch(owner="acme", repo="x")\n`,
      ),
    ).toEqual(["2 acme/kit v1 runtime build_file"]);
    expect(
      repositories("src/sync.ts", `sync({\n  "owner": "acme",\n  "repo": "kit",\n  "ref": "v1",\n});\n`),
    ).toEqual(["4 acme/kit v1 runtime build_file"]);
  });

  it("are read in calls that fetch releases or files, not in other calls of a host's API", () => {
    expect(
      repositories(
        "src/install.ts",
        `for await (const one of octokit.paginate.iterator(octokit.rest.repos.listReleases, { owner: "acme", repo: "kit" })) add(one);
await octokit.rest.repos.getContent({ owner: "acme", repo: "data", path: "a.json", ref: "main" });
await octokit.rest.repos.get({ owner: "acme", repo: "x" });
await octokit.rest.actions.createWorkflowDispatch({ owner: "acme", repo: "x", workflow_id: "a.yml", ref: "main" });
`,
      ),
    ).toEqual(["2 acme/kit  runtime unclassified", "3 acme/data main runtime build_file"]);
  });

  it("are not read from the own repository, separate objects, other fields and data files", () => {
    expect(repositories("a.ts", `f({ owner: "Acme", repo: "app", ref: "v1" });`)).toEqual([]);
    expect(repositories("a.ts", `f({ owner: "acme" }, { repo: "kit", ref: "v1" });`)).toEqual([]);
    expect(repositories("a.ts", `const owner = "acme";\nconst repo = "kit";\nconst ref = "v1";\n`)).toEqual(
      [],
    );
    expect(
      repositories("a.ts", `f({ owner: "acme", other: { owner: "b" }, repo: "kit", ref: "v1" });`),
    ).toEqual([]);
    expect(repositories("a.json", `{ "owner": "acme", "repo": "kit", "ref": "v1" }`)).toEqual([]);
    expect(repositories("src/a.test.ts", `f({ owner: "acme", repo: "kit", ref: "v1" });`)).toEqual([
      "2 acme/kit v1 documentation prose",
    ]);
  });
});

describe("repositories with a version in data", () => {
  const found = (text: string, path = "components.yaml") =>
    extractFiles({ [path]: text }, [references]).declarations.map(
      ({ sourceLine, artifact, versionConstraint, lookups, requiresProducer }) =>
        [sourceLine, artifact, versionConstraint, ...lookups, requiresProducer].join(" "),
    );

  it("are read if the version is next to the name, on the same level", () => {
    expect(
      found(`kit:
  github: acme/Kit
  version: v1.2.0
tools:
  - version: "2.0"
    github: acme/tool
  - github: acme/none
    name: x
  - github: acme/other
      version: 1.0
  - github: acme
    version: 1.0
author:
  github: acme/app
version: v1
`),
    ).toEqual([
      "2 github.com/acme/kit v1.2.0 git:github.com/acme/kit true",
      "6 github.com/acme/tool 2.0 git:github.com/acme/tool true",
    ]);
    expect(found('{ "github": "acme/kit", "version": "v1" }', "a.json")).toEqual([]);
  });
});
