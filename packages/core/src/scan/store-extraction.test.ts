import type { ExtractedDeclaration, ExtractionResult, ProducedArtifact } from "@knockon/extract/ecosystem";
import { describe, expect, it } from "vitest";
import { listArtifacts } from "../artifact/artifacts.ts";
import { scriptOrg } from "../testing/scripted-org.ts";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { openTestWorkspace } from "../testing/test-workspace.ts";
import { toStorable } from "./store-extraction.ts";

const database = useTestDatabase();

const declaration = (more: Partial<ExtractedDeclaration>): ExtractedDeclaration => ({
  ecosystem: "npm",
  dependencyType: "npm_package",
  sourceFile: "package.json",
  sourceLine: 1,
  rawReference: "ui",
  artifact: "ui",
  versionConstraint: "^1.0.0",
  versioning: "npm",
  unbound: null,
  versionComment: null,
  lookups: [],
  evidence: { class: "manifest", rule: "npm.dependencies" },
  role: "runtime",
  scope: null,
  locked: null,
  ...more,
});

const artifact = (name: string): ProducedArtifact => ({
  ecosystem: "npm",
  artifactType: "npm_package",
  name,
  version: null,
  registryUrl: null,
  sourceFile: "package.json",
  sourceLine: 1,
  announces: [`npm_package:${name}`],
  evidence: { class: "manifest", rule: "npm.name" },
});

const extracted = (more: Partial<ExtractionResult>): ExtractionResult => ({
  declarations: [],
  artifacts: [],
  compositions: [],
  problems: [],
  ...more,
});

describe("toStorable", () => {
  it("returns storable content unchanged", () => {
    const ordinary = extracted({
      declarations: [declaration({ rawReference: String.raw`\u0000 "ü" 🚀 ` })],
      artifacts: [artifact("ui")],
    });
    expect(toStorable(ordinary)).toEqual(ordinary);
  });

  it("replaces NUL and unpaired surrogates everywhere", () => {
    const { declarations } = toStorable(
      extracted({ declarations: [declaration({ rawReference: "a\0b", lookups: ["x\ud800y"] })] }),
    );
    expect(declarations).toEqual([declaration({ rawReference: "a\uFFFDb", lookups: ["x\uFFFDy"] })]);
  });

  it("leaves out entries too long to index, and reports their number", () => {
    const long = "x".repeat(801);
    const kept = toStorable(
      extracted({
        declarations: [
          declaration({}),
          declaration({ artifact: long }),
          declaration({ sourceFile: `${long}/package.json` }),
        ],
        artifacts: [artifact("ui"), artifact(long)],
      }),
    );
    expect(kept).toEqual({
      declarations: [declaration({})],
      artifacts: [artifact("ui")],
      compositions: [],
      problems: [
        {
          file: null,
          line: null,
          code: "truncated",
          message: "Entries left out because their name or path is longer than 800 characters: 3.",
        },
      ],
    });
  });
});

it("no repository content fails the scan or the publish", async () => {
  const noise = Array.from({ length: 3000 }, (_, index) => ((index * 7919) % 36).toString(36)).join("");
  const widest = "測".repeat(800);
  const org = scriptOrg({
    "acme/nul": { "compose.yaml": String.raw`services: {a: {image: "acme/ba\0se:1.0.0"}}` },
    "acme/half": { "package.json": String.raw`{"name": "ui\ud800", "dependencies": {"x\udc00": "^1.0.0"}}` },
    "acme/long": { "package.json": JSON.stringify({ name: noise, dependencies: { [noise]: "^1.0.0" } }) },
    "acme/deep": { [`${noise}/package.json`]: JSON.stringify({ dependencies: { ui: "^1.0.0" } }) },
    "acme/wide": { "package.json": JSON.stringify({ dependencies: { [widest]: "^1.0.0" } }) },
    "acme/sound": { "package.json": JSON.stringify({ name: "sound" }) },
  });
  const { ctx, ...workspace } = await openTestWorkspace(database());
  const orgId = await workspace.connect(org);
  expect(await workspace.scan(orgId)).toMatchObject({ status: "completed", scannedRepos: 6 });
  const { body } = await listArtifacts(ctx, { connectedOrgId: orgId, limit: 100, offset: 0 });
  expect(body.map((one) => one.name)).toContain("sound");
});
