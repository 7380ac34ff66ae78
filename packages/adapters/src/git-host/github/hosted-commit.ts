import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import type { HostedCommit } from "../archive/archive-snapshot.ts";
import { readBody, readFile, readJson } from "../http/read-response.ts";
import { GitTree } from "./responses.ts";
import { repositoryPath, type GitHubClient } from "./github-client.ts";

/** Shorter than the worker's timeout. */
const DOWNLOAD_TIMEOUT_MS = 3 * 60_000;
const RAW = "application/vnd.github.raw+json";

/** Reads a commit with GitHub's REST API. Archives are on another host and requested without the credential. */
export function hostedCommit(client: GitHubClient, fullPath: string, commitSha: string): HostedCommit {
  const { host } = client.org;
  const repository = repositoryPath(fullPath);
  return {
    async listTree() {
      const response = await client.ofRepository(`${repository}/git/trees/${commitSha}?recursive=1`);
      const { truncated, tree } = await readJson(host, response, GitTree);
      if (truncated) return undefined;
      return tree
        .filter((entry) => entry.type !== "tree")
        .map(({ path, mode, sha }) => ({ path, mode, oid: sha }));
    },
    async download() {
      const response = await client.ofRepository(`${repository}/tarball/${commitSha}`, {
        timeoutMs: DOWNLOAD_TIMEOUT_MS,
      });
      return readBody(host, response.body);
    },
    async readBlob(oid) {
      try {
        return await readFile(
          host,
          await client.ofRepository(`${repository}/git/blobs/${oid}`, { accept: RAW }),
        );
      } catch (error) {
        if (error instanceof RepositoryUnreadableError) return "missing";
        throw error;
      }
    },
  };
}
