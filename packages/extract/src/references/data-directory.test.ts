import { describe, expect, it } from "vitest";
import { extractFiles } from "../repository-extraction.ts";
import { references } from "./index.ts";

/** `count` files with a link each, named by `path`. */
const files = (
  count: number,
  path: (index: number) => string,
  text = (index: number) => link("other", index),
) => Object.fromEntries(Array.from({ length: count }, (_, index) => [path(index), text(index)]));
const link = (owner: string, index: number): string => `{"url": "https://github.com/${owner}/p${index}"}\n`;

const extract = (written: Record<string, string>) => {
  const { declarations, problems } = extractFiles(written, [references]);
  return { count: declarations.length, problems };
};

const advisory = (index: number): string => `advisories/${index % 12}/${index}/a.json`;

describe("a directory of data", () => {
  it("keeps the first 200 links and reports the directory and the counts", () => {
    const { count, problems } = extract({ ...files(300, advisory), "README.json": link("other", 1) });
    expect(count).toBe(200);
    expect(problems).toEqual([
      {
        file: null,
        line: null,
        code: "truncated",
        message:
          "The repository has 301 links to other owners in 301 .json files. Only the first 200 are kept.",
      },
    ]);
  });

  it("is the topmost directory in which at least half of the files have links", () => {
    const others = files(
      400,
      (index) => `src/${index}.json`,
      () => "{}\n",
    );
    const { count, problems } = extract({
      ...files(300, advisory),
      ...others,
      "src/x.json": link("other", 1),
    });
    expect(count).toBe(201);
    expect(problems).toMatchObject([
      {
        file: "advisories",
        message: expect.stringMatching(/^advisories has 300 links .* in 300 \.json files/u),
      },
    ]);
  });

  it("needs more than 200 alike files", () => {
    expect(extract(files(200, advisory))).toEqual({ count: 200, problems: [] });
    const mixed = files(300, (index) => `data/${index}.${index % 2 === 0 ? "json" : "yaml"}`);
    expect(extract(mixed)).toEqual({ count: 300, problems: [] });
  });

  it("keeps links to repositories of the same owner, and references by commands", () => {
    const own = files(300, advisory, (index) => link("acme", index));
    expect(extract(own)).toEqual({ count: 300, problems: [] });
    const clones = files(
      300,
      (index) => `scripts/${index}.sh`,
      (index) => `git clone https://github.com/other/p${index}\n`,
    );
    expect(extract(clones)).toEqual({ count: 300, problems: [] });
  });
});

it.each([
  "advisories/GHSA-x",
  "sponsors/acme",
  "orgs/acme/teams",
  "settings/tokens",
  "marketplace/actions",
  "login/device",
])("github.com/%s is no repository", (path) => {
  expect(extract({ "a.json": `{"url": "https://github.com/${path}"}\n` }).count).toBe(0);
});
