import { afterEach } from "vitest";
import { describeGitHost } from "../../testing/git-host-conformance.ts";
import { startFakeGitHub, type FakeGitHub } from "../../testing/git-hosts/fake-github.ts";
import { openGitHost } from "../open-git-host.ts";

let fake: FakeGitHub;
afterEach(() => fake.close());

describeGitHost("GitHub", async () => {
  fake = await startFakeGitHub();
  const open = openGitHost({ localOrgRoots: [], allowedHosts: fake.hosts, githubApp: null });
  const { repositories } = fake;
  return {
    host: open({ platform: "github", url: fake.url, credential: { type: "token", token: "valid-token" } }),
    add: (name, files, tags = []) => void repositories.add(name, files, { tags }),
    push: (name, files) => void repositories.push(name, files),
    commit: (name, files, authors, instead) => repositories.commit(name, files, authors, instead),
    delete: (name) => repositories.delete(name),
  };
});
