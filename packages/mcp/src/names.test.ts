import { expect, it } from "vitest";
import type { Answers, ArtifactQuery, KnownArtifact } from "./answers/answers.ts";
import { getArtifact, getRepository } from "./names.ts";

const repository = (fullPath: string) => ({
  id: fullPath,
  name: fullPath.slice(fullPath.lastIndexOf("/") + 1),
  full_path: fullPath,
});

const artifact = (artifact_type: KnownArtifact["artifact_type"], name: string): KnownArtifact => ({
  id: `${artifact_type}:${name}`,
  artifact_type,
  name,
  version: null,
  dependent_count: 2,
  source_repository: repository("acme/ui"),
});

const PATHS = ["acme/ui", "acme/ui-kit", "acme/orders", "globex/orders"].map(repository);
const ARTIFACTS = [
  ...Array.from({ length: 600 }, (_, at) => artifact("npm_package", `@acme/part-${at}-ui`)),
  artifact("npm_package", "ui"),
  artifact("container_image", "orders"),
  artifact("go_module", "orders"),
  { ...artifact("npm_package", "react"), source_repository: null },
];

const answers = {
  findRepositories: async (name: string) => PATHS.filter((one) => one.full_path === name.toLowerCase()),
  listRepositories: async (part = "") => PATHS.filter((one) => one.full_path.includes(part)),
  listArtifacts: async ({ q = "", artifact_type: type, limit, offset }: ArtifactQuery) => {
    const found = ARTIFACTS.filter(
      (one) => one.name.includes(q) && (type === undefined || one.artifact_type === type),
    );
    return { items: found.slice(offset, offset + limit), total: found.length };
  },
  listProducts: async () => ARTIFACTS.slice(600),
} as unknown as Answers;

it.each([
  ["ACME/UI", "acme/ui"],
  ["ui-kit", "acme/ui-kit"],
])("finds the repository %s", async (name, found) => {
  expect(await getRepository(answers, name)).toMatchObject({ full_path: found });
});

it.each([
  ["orders", 'Did you mean "acme/orders", "globex/orders"?'],
  ["acme/ordres", 'Did you mean "acme/orders"'],
  ["ui-kti", 'Did you mean "acme/ui-kit"'],
  ["none-of-them", "Use its full path"],
])("says what the repository %s may be", async (name, hint) => {
  await expect(getRepository(answers, name)).rejects.toThrow(hint);
});

it.each([
  ["ui", "npm_package:ui"],
  ["go_module:orders", "go_module:orders"],
  ["pkg:docker/orders@1", "container_image:orders"],
])("finds the artifact %s, however many names contain it", async (text, id) => {
  expect(await getArtifact(answers, text, undefined)).toMatchObject({ id });
});

it.each([
  ["orders", 'Use "container_image:orders", "go_module:orders".'],
  [
    "react",
    'No scanned repository produces "npm_package:react". 2 repositories use it: find_artifact lists the lines.',
  ],
  ["ordres", 'Did you mean "container_image:orders"'],
  ["zz", "find_artifact"],
])("says what the artifact %s may be", async (text, hint) => {
  await expect(getArtifact(answers, text, undefined)).rejects.toThrow(hint);
});

it("finds artifacts of one repository only", async () => {
  await expect(getArtifact(answers, "@acme/part-1-ui", repository("acme/ui"))).rejects.toThrow(
    'Unknown artifact "@acme/part-1-ui" of acme/ui.',
  );
});
