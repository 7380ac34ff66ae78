import type { ChangeHost } from "@knockon/core/ports/change-host";
import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import { afterEach, expect, it } from "vitest";
import { json, startFakeServer, type FakeServer } from "../testing/git-hosts/fake-server.ts";
import { openGitHost } from "./open-git-host.ts";

let server: FakeServer;
let requests = 0;

afterEach(() => server.close());

/** Opens a host that answers every listing with an empty page and the URL of a next one. */
async function openEndless(platform: "github" | "gitlab"): Promise<ChangeHost> {
  requests = 0;
  server = await startFakeServer(({ path }) => {
    requests += 1;
    if (path.endsWith("/user")) return json(200, { id: 1 });
    const isRuns = path.endsWith("/check-runs");
    const next = { Link: `<${server.origin}/next?page=${requests + 1}>; rel="next"` };
    return json(200, isRuns ? { total_count: 1, check_runs: [] } : [], next);
  });
  const { host } = new URL(server.origin);
  const open = openGitHost({ localOrgRoots: [], allowedHosts: [host], githubApp: null });
  const url = `${server.origin}/acme`;
  const { changes } = open({ platform, url, credential: { type: "token", token: "valid-token" } });
  if (!changes) throw new Error(`${platform} has pull requests.`);
  return changes;
}

const REPOSITORY = { platformId: "1", fullPath: "acme/app" };

it.each(["github", "gitlab"] as const)(
  "%s: branches without a last page end at 100 pages",
  async (platform) => {
    const host = await openEndless(platform);
    const failure = await host.listBranches(REPOSITORY).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RepositoryUnreadableError);
    expect(failure).toMatchObject({ message: expect.stringContaining("more than 100 pages of a listing") });
    expect(requests).toBe(100);
  },
);

it.each(["github", "gitlab"] as const)(
  "%s: comments without a last page end at 100 pages",
  async (platform) => {
    const host = await openEndless(platform);
    await expect(host.findComment(REPOSITORY, 1, "marker")).rejects.toThrow(RepositoryUnreadableError);
    expect(requests).toBe(101);
  },
);
