import { ECOSYSTEMS } from "@knockon/extract/registry";
import { RepositoryExtraction } from "@knockon/extract/repository-extraction";
import { describe, expect, it } from "vitest";
import { median } from "../measure/numbers.ts";
import { PATH } from "./ecosystem.ts";
import { filesOf } from "./files.ts";
import { producedBy, sizeOf } from "./organization.ts";
import { makeRepository, type Repository } from "./organization.ts";

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
  it("depends on the seed only", () => {
    expect(makeRepository(organization, 7)).toEqual(makeRepository(organization, 7));
    expect(makeRepository({ ...organization, seed: 2 }, 7)).not.toEqual(makeRepository(organization, 7));
  });

  it.each([200, 2000])(
    "has 200 declarations per repository on average with %i repositories, most far fewer",
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

  it("declares exactly the drawn uses and produces one to five artifacts", () => {
    for (const index of indices.slice(0, 60)) {
      const repository = makeRepository(organization, index);
      const { declarations, artifacts, problems } = extract(repository);
      expect(problems).toEqual([]);
      expect(declarations.length, `repository ${index}`).toBe(repository.uses.length);
      const types = new Set(artifacts.filter((one) => !one.assumed).map((one) => one.artifactType));
      expect(types.size, `repository ${index}`).toBe(producedBy(index).length);
    }
  });

  it("has one repository that most others use, and many with few dependents", () => {
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
