import { expect, it } from "vitest";
import type { LineOwner } from "../resources/fields.ts";
import { describeChange, describeOwner } from "./words.ts";

it.each<[LineOwner, string]>([
  [{ names: ["@acme/platform"], source: "codeowners" }, "@acme/platform"],
  [{ names: ["@a", "@b", "@c"], source: "codeowners" }, "@a, @b, @c"],
  [{ names: ["@a", "@b", "@c", "@d", "@e"], source: "codeowners" }, "@a, @b, @c, and 2 more"],
  [{ names: ["Jane Doe"], source: "last_author" }, "Jane Doe, last author"],
  [{ names: ["Jane Doe"], source: "main_author" }, "Jane Doe, main author"],
])("%j is described as %s", (owner, text) => {
  expect(describeOwner(owner)).toBe(text);
});

it.each([
  ["user" as const, 'user "root" of acme/base is replaced by "app"'],
  ["secret" as const, 'secret "root" of acme/base is removed, probably renamed to "app"'],
])("describes a %s that another one replaces", (kind, text) => {
  const producer = { artifact_type: "container_image" as const, name: "acme/base" };
  const change = {
    change: "renamed" as const,
    kind,
    name: "root",
    renamed_to: "app",
    producer_artifact: producer,
  };
  expect(describeChange(change)).toBe(text);
});
