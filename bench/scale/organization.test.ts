import { ECOSYSTEMS } from "@knockon/extract/registry";
import { RepositoryExtraction } from "@knockon/extract/repository-extraction";
import { describe, expect, it } from "vitest";
import { median } from "../measure/median.ts";
import { PATH } from "./ecosystem.ts";
import { filesOf } from "./files.ts";
import { producedBy, sizeOf } from "./organization.ts";
import { makeRepository, type Repository } from "./repository.ts";

const organization = { seed: 1, repositories: 300 };
const indices = Array.from({ length: organization.repositories }, (_, index) => index);

function extract(repository: Repository) {
  const fullPath = `${PATH}${repository.index}`;
  const identity = { fullPath, cloneUrl: `https://github.com/${fullPath}.git` };
  const extraction = new RepositoryExtraction(identity, ECOSYSTEMS);
  const files = filesOf(repository);
  for (const [path, text] of files) extraction.addFile(path, new TextEncoder().encode(text));
  return extraction.finish([...files.keys()].map((path) => ({ path, mode: "100644", oid: "" })));
}

describe("an organization", () => {
  it("is decided by the seed", () => {
    expect(makeRepository(organization, 7)).toEqual(makeRepository(organization, 7));
    expect(makeRepository({ ...organization, seed: 2 }, 7)).not.toEqual(makeRepository(organization, 7));
  });

  it.each([200, 2000])(
    "of %i repositories has 200 declarations in each on average, most far fewer",
    (repositories) => {
      const sizes = Array.from({ length: repositories }, (_, index) =>
        sizeOf({ seed: 1, repositories }, index),
      );
      const average = sizes.reduce((sum, size) => sum + size, 0) / repositories;
      expect(average).toBeGreaterThan(185);
      expect(average).toBeLessThan(210);
      expect(median(sizes)).toBeLessThan(100);
      expect(sizes.filter((size) => size > 1000).length).toBeGreaterThan(repositories / 50);
    },
  );

  it("declares exactly what was drawn, and produces one to five artifacts", () => {
    for (const index of indices.slice(0, 60)) {
      const repository = makeRepository(organization, index);
      const { declarations, artifacts, problems } = extract(repository);
      expect(problems).toEqual([]);
      expect(declarations.length, `repository ${index}`).toBe(repository.uses.length);
      const types = new Set(artifacts.filter((one) => !one.assumed).map((one) => one.artifactType));
      expect(types.size, `repository ${index}`).toBe(producedBy(index).length);
    }
  });

  it("is built on one repository that more than half of the others use, and on many that few do", () => {
    const users = new Map<string, number>();
    let [declarations, firstParty] = [0, 0];
    for (const index of indices) {
      const { uses } = makeRepository(organization, index);
      const own = uses.flatMap(({ artifact }) => /repository-\d+/.exec(artifact)?.[0] ?? []);
      for (const name of new Set(own)) users.set(name, (users.get(name) ?? 0) + 1);
      declarations += uses.length;
      firstParty += own.length;
    }
    expect(users.get("repository-0")).toBeGreaterThan(organization.repositories / 2);
    expect(median([...users.values()])).toBeLessThan(organization.repositories / 8);
    expect(firstParty / declarations).toBeGreaterThan(0.11);
    expect(firstParty / declarations).toBeLessThan(0.18);
  });
});
