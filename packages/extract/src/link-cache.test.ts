import { expect, it } from "vitest";
import type { AnyEcosystem, TreeEntry } from "./ecosystem.ts";
import { LinkCache } from "./link-cache.ts";
import { FORMATS } from "./registry.ts";
import { RepositoryExtraction, type FileFacts } from "./repository-extraction.ts";

const REPOSITORY = { fullPath: "acme/app", cloneUrl: null };

/** Extracts commits of one repository with a shared cache. Files with the same text are read once. */
function extractAll(commits: readonly Record<string, string>[], ecosystems: readonly AnyEcosystem[]) {
  const links = new LinkCache();
  const read = new Map<string, FileFacts>();
  return commits.map((files) => {
    const extraction = new RepositoryExtraction(REPOSITORY, ecosystems, links);
    for (const [path, text] of Object.entries(files)) {
      const key = `${path}\0${text}`;
      const facts = read.get(key) ?? extraction.readFile(path, new TextEncoder().encode(text));
      read.set(key, facts);
      extraction.addFacts(facts);
    }
    return extraction.finish(treeOf(files));
  });
}

const treeOf = (files: Record<string, string>): TreeEntry[] =>
  Object.entries(files).map(([path, text]) => ({ path, mode: "100644", oid: text }));

const COMMITS: Record<string, string>[] = [
  { Dockerfile: "FROM acme/base:1\n", "main.tf": 'variable "a" {}\n' },
  { Dockerfile: "FROM acme/base:2\n", "main.tf": 'variable "a" {}\n' },
  { Dockerfile: "FROM acme/base:2\n", "main.tf": 'variable "b" {}\n', "modules/x/main.tf": "" },
  { Dockerfile: "FROM acme/base:1\n", "package.json": '{ "name": "app", "dependencies": { "left": "^1" } }' },
];

it("gives the same results as extractions without it", () => {
  const alone = COMMITS.flatMap((files) => extractAll([files], FORMATS));
  expect(extractAll(COMMITS, FORMATS)).toEqual(alone);
  expect(new Set(alone.map((one) => JSON.stringify(one))).size).toBe(COMMITS.length);
});

it("links an ecosystem again only if its files or the paths change", () => {
  const linked: string[] = [];
  const counting = FORMATS.filter(({ id }) => id === "docker" || id === "terraform").map((ecosystem) => ({
    ...ecosystem,
    link: (input: Parameters<typeof ecosystem.link>[0]) => {
      linked.push(ecosystem.id);
      return ecosystem.link(input);
    },
  }));
  extractAll(COMMITS.slice(0, 3), counting);
  expect(linked).toEqual(["docker", "terraform", "docker", "docker", "terraform"]);
});
