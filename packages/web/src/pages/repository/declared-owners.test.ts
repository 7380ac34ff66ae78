import { expect, it } from "vitest";
import { declaredOwners } from "./declared-owners.ts";

it("names the people of CODEOWNERS as well as its teams, and no author", () => {
  const names = ["@jane", "@acme/web"];
  expect(declaredOwners({ names, source: "codeowners" }, ["@acme/platform", "@acme/web"])).toEqual([
    "@jane",
    "@acme/web",
    "@acme/platform",
  ]);
  expect(declaredOwners({ names: ["Jane"], source: "main_author" }, [])).toEqual([]);
  expect(declaredOwners(null, ["@acme/platform"])).toEqual(["@acme/platform"]);
});
