import { beforeAll, describe, expect, it } from "vitest";
import { isMention } from "@knockon/contract/vocabulary/role";
import { askEverything } from "../testing/ask-everything.ts";
import { randomFiles, seeded } from "../testing/random.ts";
import { scriptOrg, type ScriptedOrg } from "../testing/scripted-org.ts";
import { useTestDatabase } from "@knockon/db/testing/use-test-database";
import { openTestWorkspace } from "../testing/test-workspace.ts";

const database = useTestDatabase();
const REPOSITORIES = 24;

function randomOrg(seed: number): ScriptedOrg {
  const random = seeded(seed);
  const names = Array.from({ length: REPOSITORIES }, (_, index) => `acme/r${index}`);
  const org = scriptOrg(
    Object.fromEntries(names.map((name, index) => [name, randomFiles(random, index, names)])),
  );
  for (const one of org.repositories) one.tags = ["v1.0.0", "v1.1.0", "v1", "sub/v1.1.0", "sub/v1.0.0"];
  return org;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const distinct = (values: readonly unknown[]): number => new Set(values).size;

describe.each([1, 2, 3])("all surfaces agree on org %i [D-8.22]", (seed) => {
  let answers: Awaited<ReturnType<typeof askEverything>>;
  beforeAll(async () => {
    const workspace = await openTestWorkspace(database());
    const orgId = await workspace.connect(randomOrg(seed));
    await workspace.scan(orgId);
    answers = await askEverything(workspace.ctx, orgId);
  });

  it("dependents are the declarations of the graph's incoming edges", () => {
    for (const { repository, dependents, context, impact } of answers.ofRepositories) {
      const incoming = answers.graph.edges.filter((edge) => edge.target === repository.id);
      const sources = distinct(incoming.map((edge) => edge.source));
      expect(distinct(dependents.body.map((row) => row.targetRepositoryId))).toBe(sources);
      expect(context.dependentRepositoriesTotal).toBe(sources);
      expect(impact.total).toBe(sources);
      expect(dependents.total).toBe(dependents.body.length);
      expect(context.dependentsTotal).toBe(dependents.total);
      const constraints = dependents.body.map(
        (row) => `${row.targetRepositoryId} ${row.dependencyType} ${row.versionConstraint}`,
      );
      expect(distinct(constraints)).toBe(incoming.length);
    }
    expect(sum(answers.ofRepositories.map((one) => one.dependents.total))).toBeGreaterThan(20);
  });

  it("dependencies mirror dependents", () => {
    const rows = answers.ofRepositories.flatMap((one) => one.dependencies.body);
    const foreign = rows.filter(
      (row) => row.targetRepositoryId !== null && row.targetRepositoryId !== row.sourceRepositoryId,
    );
    expect(foreign.length).toBe(sum(answers.ofRepositories.map((one) => one.dependents.total)));
    expect(rows.length).toBe(answers.stats.declarations);
    const reasons = rows.flatMap((row) => (row.targetRepositoryId === null ? [row.reason] : []));
    const external = reasons.filter((reason) => reason === "external").length;
    expect(answers.stats.externalDeclarations).toBe(external);
    expect(answers.external.total).toBe(external);
    expect(answers.stats.health.unresolvedDeclarations).toBe(reasons.length - external);
    expect(answers.unresolved.total).toBe(reasons.length - external);
    for (const { dependencies, context } of answers.ofRepositories) {
      expect(context.dependenciesTotal).toBe(dependencies.total);
    }
  });

  it("packages that a command installs count if another repository publishes them", () => {
    const rows = answers.ofRepositories.flatMap((one) => one.dependencies.body);
    const installs = rows.filter((row) => row.sourceFile === "setup.sh");
    expect(installs.length).toBeGreaterThan(5);
    for (const { sourceRepositoryId, targetRepositoryId } of installs)
      expect([null, sourceRepositoryId]).not.toContain(targetRepositoryId);
    const names = new Set(answers.ofArtifacts.map((one) => one.artifact.name));
    for (const { rawReference } of installs) expect(names).toContain(rawReference.replace(/(?<=.)@.*$/, ""));
    expect(answers.unresolved.body.map((row) => row.sourceFile)).not.toContain("setup.sh");
  });

  it("counters count the edges of the full graph", () => {
    const { graph, stats } = answers;
    expect(stats.dependencies).toBe(graph.edges.length);
    expect(sum(Object.values(stats.byDependencyType))).toBe(graph.edges.length);
    expect(stats.repositories).toBe(REPOSITORIES);
    expect(stats.lastScan).toMatchObject({ status: "completed", scannedRepos: REPOSITORIES });
    expect(distinct(graph.edges.map((edge) => edge.id))).toBe(graph.edges.length);
  });

  it("consumers are counted by repository, entries by file and constraint", () => {
    for (const { artifact, consumers, entries } of answers.ofArtifacts) {
      const repositories = distinct(consumers.consumers.map((entry) => entry.repository.id));
      expect(consumers.totalConsumers, `of ${artifact.name}`).toBe(repositories);
      expect(artifact.consumerCount, `of ${artifact.name}`).toBe(repositories);
      expect(sum(Object.values(consumers.stateBreakdown)), `of ${artifact.name}`).toBe(entries);
      expect(consumers.consumersOnLatest + consumers.consumersLagging).toBeLessThanOrEqual(repositories);
      expect(artifact.isOrphan).toBe(artifact.isFirstParty && repositories === 0);
    }
  });

  it("the consumers of a repository's artifacts are its dependents", () => {
    for (const { repository, dependents } of answers.ofRepositories) {
      const produced = answers.ofArtifacts.filter((one) => one.artifact.sourceRepositoryId === repository.id);
      const imports = produced.flatMap((one) => one.consumers.consumers.map((entry) => entry.importCount));
      const uses = dependents.body.filter(({ role }) => !isMention(role));
      expect(sum(imports), `of ${repository.fullPath}`).toBe(uses.length);
    }
  });

  it("versions count the consumers that pin them, and the latest is the artifact's version", () => {
    for (const { artifact, consumers, versions } of answers.ofArtifacts) {
      const pins = consumers.consumers.filter((entry) => entry.versionConstraintState === "pinned");
      const pinning = distinct(pins.map((entry) => `${entry.repository.id} ${entry.versionConstraint}`));
      expect(sum(versions.map((version) => version.consumerCount)), `of ${artifact.name}`).toBe(pinning);
      const latest = versions.filter((version) => version.isLatest).map((version) => version.version);
      expect(latest, `of ${artifact.name}`).toEqual(artifact.version === null ? [] : [artifact.version]);
      expect(consumers.latestVersion).toBe(artifact.version);
    }
  });

  it("the org's health adds up its artifacts", () => {
    const { ofArtifacts, stats, orphans } = answers;
    const artifacts = ofArtifacts.map((one) => one.artifact);
    expect(stats.health.consumersOnLatest).toBe(
      sum(ofArtifacts.map((one) => one.consumers.consumersOnLatest)),
    );
    expect(stats.health.consumersLagging).toBe(sum(ofArtifacts.map((one) => one.consumers.consumersLagging)));
    expect(sum(Object.values(stats.byArtifactType))).toBe(artifacts.length);
    expect(stats.consumedArtifacts).toBe(artifacts.filter((one) => one.consumerCount > 0).length);
    expect(stats.orphanArtifacts).toBe(artifacts.filter((one) => one.isOrphan).length);
    expect(orphans.total).toBe(stats.orphanArtifacts);
    expect(orphans.body.map((one) => one.id)).toEqual(
      artifacts.filter((one) => one.isOrphan).map((one) => one.id),
    );
  });
});
