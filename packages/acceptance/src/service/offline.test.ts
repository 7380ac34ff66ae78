import { join } from "node:path";
import { git } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { getGraph, listConnectedOrgs } from "@knockon/contract/operations/connected-org";
import type { Check } from "@knockon/contract/resources/check";
import type { Impact } from "@knockon/contract/resources/impact";
import { createClient } from "@knockon/contract/client";
import { readFileSync } from "node:fs";
import type { Report } from "@knockon/cli/offline/report";
import { runKnockon } from "@knockon/cli/testing/run-knockon";
import { expect, it } from "vitest";
import { freshDatabase, reachableFolder, startLocal } from "../testing/local-process.ts";
import { ACME, makeOrganization } from "../testing/organizations.ts";
import { PRINTED } from "../testing/spawn-local.ts";

const TIMEOUT_MS = 240_000;

/** The parts of an impact that do not depend on IDs, which an offline scan does not have. */
const withoutIds = ({ summary, affected, waves, choke_points, unresolved }: Impact) => ({
  summary,
  unresolved,
  waves: waves.length,
  choke_points: choke_points.map(({ repository, dominates }) => [repository.full_path, dominates]),
  affected: Object.fromEntries(
    affected.map(({ repository, path, clock_repository: decider, ...rest }) => [
      repository.full_path,
      {
        ...rest,
        path: pathsOf(path),
        decider: decider.full_path,
      },
    ]),
  ),
});

const pathsOf = (path: Impact["affected"][number]["path"]): string[][] =>
  path.map(({ source, target }) => [source.full_path, target.full_path]);

it(
  "an offline scan and the service find the same edges and the same impact",
  { timeout: TIMEOUT_MS },
  async () => {
    const folder = await reachableFolder();
    const org = makeOrganization(folder, "acme", { ...ACME, broken: { "package.json": "{,}" } });
    const report = join(folder, "acme.json");
    await runKnockon(["scan", org, "--json", report]);
    const local = await startLocal(
      ["--org", org, "--port", "0", "--data", join(folder, "data")],
      await freshDatabase(),
    );
    await local.printed(PRINTED.lastRequest);
    const [, url = ""] = await local.printed(PRINTED.listening);
    const [, key = ""] = await local.printed(PRINTED.key);

    const environment = { KNOCKON_URL: url, KNOCKON_API_KEY: key };
    const call = createClient({ baseUrl: url, key });
    const [connected] = await call(listConnectedOrgs, { query: {} });
    const { nodes, edges } = await call(getGraph, {
      params: { connected_org_id: connected?.id ?? "" },
      query: {},
    });
    const paths = new Map(nodes.map(({ id, metadata }) => [id, metadata.full_path]));
    const named = edges.map(({ id: _id, role: _role, clock: _clock, ...edge }) => ({
      ...edge,
      source: paths.get(edge.source),
      target: paths.get(edge.target),
    }));
    const offline = JSON.parse(readFileSync(report, "utf8")) as Report;
    expect(offline.edges).toHaveLength(6);
    expect(new Set(offline.edges)).toEqual(new Set(named));

    for (const args of [
      ["acme/base-image"],
      ["acme/actions", "--through", "repositories"],
      ["acme/ui-kit", "--version", "2.9.0"],
      ["acme/actions", "--path", "setup/action.yml", "--path", "lint"],
      ["acme/base-image", "--min-confidence", "0", "--role", "ci,build", "--role", "runtime"],
    ]) {
      const impactFrom = async (...source: string[]) => {
        const { exitCode, stdout, stderr } = await runKnockon(["impact", ...args, "--json", ...source], {
          environment,
        });
        expect([exitCode, stderr]).toEqual([0, ""]);
        return withoutIds(JSON.parse(stdout) as Impact);
      };
      const [online, ofReport] = await Promise.all([impactFrom("--url", url), impactFrom("--in", report)]);
      expect(online).toEqual(ofReport);
    }

    for (const args of [
      ["lookup", "base-image"],
      ["dependents", "base-image", "--role", "build,runtime"],
      ["artifacts", "base", "--type", "container_image"],
      ["unresolved", "--reason", "external", "--type", "container_image"],
      ["problems", "--json"],
      ["graph"],
      ["graph", "acme/base-image", "--depth", "1", "--format", "mermaid"],
    ]) {
      const from = async (...source: string[]) => {
        const { exitCode, stdout, stderr } = await runKnockon([...args, ...source], { environment });
        expect([args, exitCode, stderr]).toEqual([args, 0, ""]);
        return stdout;
      };
      const [online, ofReport] = await Promise.all([from(), from("--in", report)]);
      expect(online).toEqual(ofReport);
    }

    git(join(org, "actions"), "rm", "--quiet", "-r", "setup");
    git(join(org, "actions"), "commit", "--quiet", "--message=remove");
    const checkFrom = async (...source: string[]) => {
      const args = ["check", "--repo", join(org, "actions"), "--format", "json", ...source];
      const { exitCode, stdout, stderr } = await runKnockon(args, { environment });
      expect([exitCode, stderr]).toEqual([0, ""]);
      const { breaks, verdict, reached } = JSON.parse(stdout) as Check;
      return {
        verdict,
        reached,
        breaks: breaks.map(({ consumer, ...one }) => ({ ...one, consumer: consumer.full_path })),
      };
    };
    const checked = await checkFrom("--in", report);
    expect(checked.breaks).toMatchObject([{ change: "artifact_removed", consumer: "acme/api" }]);
    expect(await checkFrom("--url", url)).toEqual(checked);
  },
);
