import { afterEach } from "vitest";
import { describeGitHost } from "../../testing/git-host-conformance.ts";
import type { GitHostPeer } from "../../testing/git-hosts/git-host-peer.ts";
import { startGitLabPeer } from "../../testing/git-hosts/gitlab-peer.ts";
import { openGitHost } from "../open-git-host.ts";

let peer: GitHostPeer;
afterEach(() => peer.close());

describeGitHost("GitLab", async () => {
  peer = await startGitLabPeer();
  const open = openGitHost({ localOrgRoots: [], allowedHosts: peer.hosts, githubApp: null });
  const { repositories } = peer;
  return {
    host: open({ platform: "gitlab", url: peer.url, credential: { type: "token", token: "valid-token" } }),
    add: (name, files, tags = []) => void repositories.add(name, files, { tags }),
    push: (name, files) => void repositories.push(name, files),
    commit: (name, files, authors, instead) => repositories.commit(name, files, authors, instead),
    delete: (name) => repositories.delete(name),
  };
});
