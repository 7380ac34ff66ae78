import { expect, it } from "vitest";
import { mostRepositoriesFirst, nameOf } from "./references.ts";

const declaration = (
  id: string,
  artifact_id: string,
  repository = "api",
  raw_reference = "",
  version: string | null = null,
) => ({
  id,
  artifact_id,
  raw_reference,
  version_constraint: version,
  source_repository: { id: repository, name: repository, full_path: `acme/${repository}` },
});

it.each([
  ["acme/setup@3e5cd31", "3e5cd31", "acme/setup"],
  ["ghcr.io/acme/base:1.2.0", "1.2.0", "ghcr.io/acme/base"],
  ["git::https://acme.test/infra.git?ref=v2", "v2", "git::https://acme.test/infra.git"],
  ["acme-lib==1.0", "1.0", "acme-lib"],
  ["acme/setup", "v1", "acme/setup"],
  ["acme/setup", null, "acme/setup"],
  ["1.0", "1.0", "1.0"],
])("the name of %s with version %s is %s", (raw, version, name) => {
  expect(nameOf(declaration("1", "a", "api", raw, version))).toBe(name);
});

it("orders groups by repositories, then by declarations, and keeps each together", () => {
  const rows = [
    declaration("1", "many-lines"),
    declaration("2", "many-lines"),
    declaration("3", "many-lines"),
    declaration("4", "one-line"),
    declaration("5", "two-repositories", "api"),
    declaration("6", "many-lines"),
    declaration("7", "two-repositories", "web"),
  ];
  expect(mostRepositoriesFirst(rows).map(({ id }) => id)).toEqual(["5", "7", "1", "2", "3", "6", "4"]);
});
