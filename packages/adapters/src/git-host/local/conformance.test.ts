import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
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
    commit(name, files, [author, ...others], instead) {
      for (const [path, text] of Object.entries(files)) writeFileSync(join(of(name), path), text);
      git(of(name), "add", "--all");
      const by = `--author=${author?.name} <${author?.email}>`;
      const trailers = others.map((other) => `--trailer=Co-authored-by: ${other.name} <${other.email}>`);
      git(
        of(name),
        "commit",
        "--quiet",
        "--message=change",
        by,
        ...trailers,
        ...(instead ? ["--amend"] : []),
      );
    },
    delete: (name) => rmSync(of(name), { recursive: true }),
  };
});
