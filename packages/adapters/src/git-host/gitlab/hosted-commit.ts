import { RepositoryUnreadableError } from "@knockon/core/ports/git-host";
import type { HostedCommit } from "../archive/archive-snapshot.ts";
import { readBody, readFile, readJson } from "../http/read-response.ts";
import { Tree } from "./responses.ts";
import type { GitLabClient } from "./gitlab-client.ts";

/** Shorter than the worker's timeout. */
const DOWNLOAD_TIMEOUT_MS = 3 * 60_000;

/** Reads a commit with GitLab's REST API. Skips LFS contents, which contain no declarations. */
export function hostedCommit(client: GitLabClient, projectId: string, commitSha: string): HostedCommit {
  const { host } = client.group;
  const repository = `/projects/${encodeURIComponent(projectId)}/repository`;
  return {
    async listTree() {
      const response = await client.ofProject(
        `${repository}/tree?ref=${commitSha}&recursive=true&pagination=none`,
      );
      const tree = await readJson(host, response, Tree);
      return tree
        .filter(({ type }) => type !== "tree")
        .map(({ path, mode, id }) => ({ path, mode, oid: id }));
    },
    async download() {
      const path = `${repository}/archive.tar.gz?sha=${commitSha}&include_lfs_blobs=false`;
      const response = await client.ofProject(path, { timeoutMs: DOWNLOAD_TIMEOUT_MS });
      return readBody(host, response.body);
    },
    async readBlob(oid) {
      try {
        return await readFile(host, await client.ofProject(`${repository}/blobs/${oid}/raw`));
      } catch (error) {
        if (error instanceof RepositoryUnreadableError) return "missing";
        throw error;
      }
    },
  };
}
