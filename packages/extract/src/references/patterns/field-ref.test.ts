import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { references } from "../index.ts";

/** `line role constraint state-hiding variable` of the references of a program. */
const found = (text: string, path = "app/plugin.py"): string[] =>
  extractFiles({ [path]: text }, [references]).declarations.map(
    ({ sourceLine, role, versionConstraint, unbound }) =>
      `${sourceLine} ${role} ${versionConstraint} ${unbound}`,
  );

describe("the ref next to the URL of a repository in a program", () => {
  it("says that the program fetches it", () => {
    const config = `config = {
    "REPOSITORY": "https://github.com/acme/kit",
    "REPOSITORY_VERSION": "v1.2.0",
}
`;
    expect(found(config)).toEqual(["2 runtime v1.2.0 null"]);
    const reversed = 'x = {\n  gitRef: "main",\n  gitUrl: "https://github.com/acme/kit",\n}\n';
    expect(found(reversed, "app/plugin.ts")).toEqual(["3 runtime main null"]);
  });

  it("can be a variable", () => {
    const config =
      '    "REPOSITORY": "https://github.com/acme/kit.git",\n    "REPOSITORY_VERSION": "{{ COMMON_VERSION }}",\n';
    expect(found(config)).toEqual(["1 runtime {{ COMMON_VERSION }} COMMON_VERSION"]);
    expect(found(`COMMON_VERSION = "v3"\n${config}`)).toEqual(["2 runtime v3 null"]);
  });

  it("is that of a link in the configuration of Sphinx", () => {
    const options =
      '    "repository_url": "https://github.com/acme/kit",\n    "repository_branch": "main",\n';
    expect(found(options, "docs/conf.py")).toEqual(["1 documentation null null"]);
  });

  it.each([
    ["another field", '"REPOSITORY": "https://github.com/acme/kit",\n"VERSION": "1.0",\n'],
    [
      "a field with another name",
      '"HOMEPAGE": "https://github.com/acme/kit",\n"REPOSITORY_VERSION": "1.0",\n',
    ],
    ["a distant line", '"REPO": "https://github.com/acme/kit",\n\n\n"REPO_VERSION": "1.0",\n'],
    ["a page", '"REPO": "https://github.com/acme/kit/issues",\n"REPO_VERSION": "1.0",\n'],
  ])("is not %s", (_, text) => {
    expect(found(text).every((each) => each.includes("documentation null"))).toBe(true);
  });
});
