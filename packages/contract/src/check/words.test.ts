import { expect, it } from "vitest";
import type { LineOwner } from "../resources/fields.ts";
import { describeOwner } from "./words.ts";

it.each<[LineOwner, string]>([
  [{ names: ["@acme/platform"], source: "codeowners" }, "@acme/platform"],
  [{ names: ["@a", "@b", "@c"], source: "codeowners" }, "@a, @b, @c"],
  [{ names: ["@a", "@b", "@c", "@d", "@e"], source: "codeowners" }, "@a, @b, @c, and 2 more"],
  [{ names: ["Jane Doe"], source: "last_author" }, "Jane Doe, last author"],
  [{ names: ["Jane Doe"], source: "main_author" }, "Jane Doe, main author"],
])("%j is described as %s", (owner, text) => {
  expect(describeOwner(owner)).toBe(text);
});
