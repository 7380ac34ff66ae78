import {
  getArtifact,
  listArtifactConsumers,
  listArtifactVersions,
} from "@knockon/contract/operations/artifact";
import { getConnectedOrgStats, listArtifacts } from "@knockon/contract/operations/connected-org";
import { listRepositories } from "@knockon/contract/operations/repository";
import { DEPENDENCY_ROLES, MENTION_ROLES, type Role } from "@knockon/contract/vocabulary/role";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ACME, makeOrganization } from "../testing/organizations.ts";
import { startTestService, type TestService } from "../testing/test-service.ts";
import type { TestWorkspace } from "../testing/test-workspace.ts";

let service: TestService;
let acme: TestWorkspace;
let params: { connected_org_id: string };

beforeAll(async () => {
  service = await startTestService();
  acme = await service.openWorkspace("Acme");
  const twiceInOneFile = {
    Dockerfile: "FROM ghcr.io/acme/base-image:1.1.0 AS build\nFROM ghcr.io/acme/base-image:1.1.0\n",
  };
  const repositories = {
    ...ACME,
    "base-image": {
      ...ACME["base-image"],
      ".github/workflows/mirror.yml":
        ACME["base-image"]?.[".github/workflows/release.yml"]?.replaceAll("ghcr.io", "quay.io") ?? "",
    },
    worker: { ...twiceInOneFile, "debug/Dockerfile": "FROM ghcr.io/acme/base-image\n" },
  };
  params = {
    connected_org_id: await acme.connect("acme", makeOrganization(service.folder, "acme", repositories)),
  };
  await acme.scan(params.connected_org_id);
});

afterAll(() => service.close());

async function artifact(name: string) {
  const found = await acme.call(listArtifacts, { params, query: { q: name } });
  const one = found.find((candidate) => candidate.name === name);
  if (!one) throw new Error(`Unknown artifact "${name}".`);
  return one;
}

it("GET /artifacts/{id} returns the artifact as the list does [D-8.2,24]", async () => {
  const listed = await artifact("ghcr.io/acme/base-image");
  expect(listed).toMatchObject({
    connected_org_id: params.connected_org_id,
    artifact_type: "container_image",
    version: "1.1.0",
    source_repository: { name: "base-image", full_path: "acme/base-image" },
    consumer_count: 3,
    is_first_party: true,
    is_orphan: false,
  });
  expect(await acme.call(getArtifact, { params: { artifact_id: listed.id } })).toEqual(listed);
});

it("GET /connected-orgs/{id}/artifacts adds the last activity of producers only if asked", async () => {
  const [plain] = await acme.call(listArtifacts, { params });
  expect(plain).not.toHaveProperty("last_activity_at");
  const repositories = await acme.call(listRepositories);
  const activity = new Map(repositories.map(({ id, last_activity_at }) => [id, last_activity_at]));
  const listed = await acme.call(listArtifacts, { params, query: { include: "activity" } });
  expect(listed.map(({ last_activity_at }) => last_activity_at)).toEqual(
    listed.map(({ source_repository_id: id }) => (id === null ? null : activity.get(id))),
  );
  expect(listed.some(({ last_activity_at = null }) => last_activity_at !== null)).toBe(true);
});

it("GET /artifacts/{id}/consumers returns an entry per repository, file and version, and counts repositories [IF-1.6 IF-2.19,21 D-8.5,6,8,12,24]", async () => {
  const { id } = await artifact("ghcr.io/acme/base-image");
  const response = await acme.call(listArtifactConsumers, { params: { artifact_id: id } });
  const entries = response.consumers.map((one) => [
    one.repository.name,
    one.source_file,
    one.source_line,
    one.version_constraint,
    one.version_constraint_state,
    one.import_count,
    one.is_latest,
  ]);
  expect(entries).toEqual([
    ["api", "Dockerfile", 1, "1.1.0", "pinned", 1, true],
    ["web", "Dockerfile", 1, "1.0.0", "pinned", 1, false],
    ["worker", "Dockerfile", 1, "1.1.0", "pinned", 2, true],
    ["worker", "debug/Dockerfile", 1, null, "absent", 1, false],
  ]);
  expect(response).toMatchObject({
    artifact: { id },
    latest_version: "1.1.0",
    total_consumers: 3,
    consumers_on_latest: 2,
    consumers_lagging: 1,
    state_breakdown: { digest: 0, pinned: 3, range: 0, floating: 0, absent: 1, unresolved: 0 },
  });
});

it("GET /artifacts/{id}/versions counts the distinct repositories of each version [IF-2.16 IF-6.26 IF-11.9 D-8.6,10,24]", async () => {
  const { id } = await artifact("ghcr.io/acme/base-image");
  expect(await acme.call(listArtifactVersions, { params: { artifact_id: id } })).toEqual([
    { version: "1.1.0", consumer_count: 2, is_latest: true, published_at: null },
    { version: "1.0.0", consumer_count: 1, is_latest: false, published_at: null },
  ]);
});

it("an orphan is first-party and has no consumers, and the statistics count it [IF-2.16,17 D-8.20,21]", async () => {
  expect(await artifact("acme/actions/lint")).toMatchObject({
    is_orphan: true,
    is_first_party: true,
    consumer_count: 0,
  });
  expect(await artifact("left-pad")).toMatchObject({
    is_orphan: false,
    is_first_party: false,
    source_repository: null,
    consumer_count: 1,
  });
  const orphans = await acme.call(listArtifacts, { params, query: { orphans: "true" } });
  const stats = await acme.call(getConnectedOrgStats, { params });
  expect(orphans.every((one) => one.is_orphan)).toBe(true);
  expect(stats.orphan_artifacts).toBe(orphans.length);
});

it("GET /connected-orgs/{id}/artifacts counts dependents apart from mentions, and GET /artifacts/{id}/consumers filters by role", async () => {
  const { id, consumer_count, dependent_count } = await artifact("github.com/acme/base-image");
  expect([consumer_count, dependent_count]).toEqual([1, 0]);
  const consumersIn = (roles: readonly Role[]) =>
    acme.call(listArtifactConsumers, { params: { artifact_id: id }, query: { role: roles.join(",") } });
  expect(await consumersIn(DEPENDENCY_ROLES)).toMatchObject({ consumers: [], total_consumers: 0 });
  const mentions = await consumersIn(MENTION_ROLES);
  expect(mentions.consumers.map((one) => [one.repository.name, one.source_file])).toEqual([
    ["handbook", "README.md"],
  ]);
  expect(mentions.total_consumers).toBe(1);
});

it("an artifact is not unused if another name of it is used, and is unused if it is only mentioned [D-8.20]", async () => {
  const names = async (query: Record<string, string>): Promise<string[]> =>
    (await acme.call(listArtifacts, { params, query })).map(({ name }) => name);
  const orphans = await names({ orphans: "true" });
  expect(orphans).toContain("quay.io/acme/base-image");
  expect(await names({ unused: "true" })).toEqual(
    orphans.filter((name) => name !== "quay.io/acme/base-image"),
  );
  expect(await names({ unused: "true", artifact_type: "git_repository" })).toEqual([]);
  const used = await names({ first_party: "true", orphans: "false" });
  expect(used).toEqual(expect.arrayContaining(["ghcr.io/acme/base-image", "github.com/acme/base-image"]));
  expect(used.filter((name) => orphans.includes(name))).toEqual([]);
  const depended = await names({ first_party: "true", has_dependents: "true", sort: "-dependent_count" });
  expect(depended[0]).toBe("ghcr.io/acme/base-image");
  expect(depended.toSorted()).toEqual(
    used.filter((name) => name !== "github.com/acme/base-image").toSorted(),
  );
});
