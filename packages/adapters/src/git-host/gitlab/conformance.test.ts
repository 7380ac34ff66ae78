import { afterEach } from "vitest";
import { describeGitHost } from "../../testing/git-host-conformance.ts";
import type { FakeGitHost } from "../../testing/git-hosts/fake-git-host.ts";
import { startFakeGitLab } from "../../testing/git-hosts/fake-gitlab.ts";
import { openGitHost } from "../open-git-host.ts";

let fake: FakeGitHost;
afterEach(() => fake.close());

describeGitHost("GitLab", async () => {
  fake = await startFakeGitLab();
  const open = openGitHost({ localOrgRoots: [], allowedHosts: fake.hosts, githubApp: null });
  const { repositories } = fake;
  return {
    host: open({ platform: "gitlab", url: fake.url, credential: { type: "token", token: "valid-token" } }),
    add: (name, files, tags = []) => void repositories.add(name, files, { tags }),
    push: (name, files) => void repositories.push(name, files),
    commit: (name, files, authors, instead) => repositories.commit(name, files, authors, instead),
    delete: (name) => repositories.delete(name),
  };
});
