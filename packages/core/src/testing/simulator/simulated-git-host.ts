import { HostRefusedError, RepositoryUnreadableError, type GitHost } from "../../ports/git-host.ts";
import { openNoHistory } from "../no-history.ts";
import { toListed, toSnapshot } from "../scripted-org.ts";
import type { SimulatedOrg } from "./world.ts";

/** The host of one org: a listing that goes on after the last repository it named, and every commit there ever was. */
export function simulatedGitHost(org: SimulatedOrg | undefined, url: string): GitHost {
  if (!org) throw new HostRefusedError(`${url} is not there.`);
  return {
    async identify() {
      return { platformId: url };
    },
    async listRepositories(cursor) {
      const rest = org.repositories.filter((one) => one.isThere && one.platformId > (cursor ?? ""));
      const repositories = rest.slice(0, org.pageSize).map(toListed);
      const nextCursor = rest.length > org.pageSize ? (repositories.at(-1)?.platformId ?? null) : null;
      return { repositories, nextCursor, incomplete: null };
    },
    async findRepositories(platformIds) {
      return org.repositories
        .filter((one) => one.isThere && platformIds.includes(one.platformId))
        .map(toListed);
    },
    async openSnapshot({ platformId }, commitSha) {
      const repository = org.repositories.find((one) => one.platformId === platformId);
      const files = repository?.commits.get(commitSha);
      if (!repository?.isThere || !files) throw new RepositoryUnreadableError("The commit is not there.");
      return toSnapshot(files);
    },
    openHistory: openNoHistory,
  };
}
