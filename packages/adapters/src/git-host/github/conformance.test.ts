import { afterEach } from "vitest";
import { describeGitHost } from "../../testing/git-host-conformance.ts";
import { startGitHubPeer, type GitHubPeer } from "../../testing/git-hosts/github-peer.ts";
import { openGitHost } from "../open-git-host.ts";

let peer: GitHubPeer;
afterEach(() => peer.close());

describeGitHost("GitHub", async () => {
  peer = await startGitHubPeer();
  const open = openGitHost({ localOrgRoots: [], allowedHosts: peer.hosts, githubApp: null });
  const { repositories } = peer;
  return {
    host: open({ platform: "github", url: peer.url, credential: { type: "token", token: "valid-token" } }),
    add: (name, files, tags = []) => void repositories.add(name, files, { tags }),
    push: (name, files) => void repositories.push(name, files),
    commit: (name, files, authors, instead) => repositories.commit(name, files, authors, instead),
    delete: (name) => repositories.delete(name),
  };
});
