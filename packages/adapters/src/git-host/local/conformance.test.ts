import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach } from "vitest";
import { describeGitHost } from "../../testing/git-host-conformance.ts";
import { localGitHost } from "./local-git-host.ts";
import { commitFiles, createRepository, git } from "./testing/temporary-repository.ts";

let folder: string;
afterEach(() => rmSync(folder, { recursive: true }));

describeGitHost("a local folder", async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "knockon-host-")));
  const of = (name: string): string => join(folder, "acme", name);
  return {
    host: localGitHost(join(folder, "acme"), [folder]),
    add(name, files, tags = []) {
      createRepository(of(name), files);
      for (const tag of tags) git(of(name), "tag", tag);
    },
    push: (name, files) => void commitFiles(of(name), files),
    delete: (name) => rmSync(of(name), { recursive: true }),
  };
});
