import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { localGitHost } from "./local-git-host.ts";
import { commitFiles, createRepository, git } from "./testing/temporary-repository.ts";

let folder: string;
let gitDir: string;
let outside: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "knockon-confined-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  gitDir = createRepository(join(folder, "inside/acme/app"), { "README.md": "app\n" });
  createRepository(join(folder, "inside/acme/other"), { "README.md": "other\n" });
  outside = createRepository(join(folder, "outside/secret"), { "README.md": "secret\n" });
});

const open = () => localGitHost(join(folder, "inside/acme"), [join(folder, "inside")]);

/** Replaces a part of the Git directory with a link to the same part of the repository outside. */
function linkOutside(part: string): void {
  rmSync(join(gitDir, part), { recursive: true, force: true });
  symlinkSync(join(outside, part), join(gitDir, part));
}

function writeAlternates(directory: string, text: string): void {
  mkdirSync(join(directory, "objects/info"), { recursive: true });
  writeFileSync(join(directory, "objects/info/alternates"), `${text}\n`);
}

const branchOf = (directory: string): string => git(directory, "rev-parse", "HEAD");

const ESCAPES: [part: string, make: () => void][] = [
  ["objects", () => linkOutside("objects")],
  ["refs", () => linkOutside("refs")],
  ["HEAD", () => linkOutside("HEAD")],
  ["config", () => linkOutside("config")],
  ["refs/heads/main", () => linkOutside("refs/heads/main")],
  ["objects/info/alternates", () => writeAlternates(gitDir, `# shared\n${join(outside, "objects")}`)],
  ["objects/info/alternates", () => writeAlternates(gitDir, "../../../../../outside/secret/.git/objects")],
  ["include in config", () => appendFileSync(join(gitDir, "config"), "[include]\n\tpath = /etc/shadow\n")],
  [
    "config",
    () => {
      truncateSync(join(gitDir, "config"), 65 * 1024 * 1024);
    },
  ],
  ["include in config", () => appendFileSync(join(gitDir, "config"), '[a][INCLUDEIF "gitdir:/"] path=/x\n')],
  ["commondir", () => writeFileSync(join(gitDir, "commondir"), `${outside}\n`)],
  ["commondir", () => writeFileSync(join(gitDir, "commondir"), `${outside}\0/inside\n`)],
  // Git keeps the space.
  [
    "commondir",
    () => {
      symlinkSync(outside, join(gitDir, "common "));
      writeFileSync(join(gitDir, "commondir"), "common \n");
    },
  ],
  // Git prints the first line of such files when it cannot parse them.
  ["shallow", () => symlinkSync(join(folder, "outside/secret/README.md"), join(gitDir, "shallow"))],
  [
    "info/grafts",
    () => {
      mkdirSync(join(gitDir, "info"), { recursive: true });
      symlinkSync(join(folder, "outside/secret/README.md"), join(gitDir, "info/grafts"));
    },
  ],
  ["objects/info/alternates", () => writeAlternates(gitDir, `"${join(outside, "objects")}"`)],
  [
    "objects/info/alternates",
    () => writeAlternates(gitDir, Array.from({ length: 1_000_000 }, (_, index) => `${index}`).join("\n")),
  ],
  [
    "objects/info/alternates",
    () => {
      const inside = join(folder, "inside/store");
      writeAlternates(inside, join(outside, "objects"));
      writeAlternates(gitDir, join(inside, "objects"));
    },
  ],
  [
    "objects/info/alternates",
    () => {
      const inside = join(folder, "inside/store/objects");
      mkdirSync(inside, { recursive: true });
      symlinkSync(join(outside, "objects"), join(inside, "00"));
      writeAlternates(gitDir, inside);
    },
  ],
  [
    "objects/00",
    () => {
      renameSync(join(gitDir, "objects"), join(folder, "inside/objects"));
      symlinkSync(join(outside, "objects"), join(folder, "inside/objects/00"));
      symlinkSync(join(folder, "inside/objects"), join(gitDir, "objects"));
    },
  ],
];

describe("a repository whose Git directory leads outside LOCAL_ORG_ROOTS", () => {
  it.each(ESCAPES)("by its %s is left out of the listing, which says so", async (part, make) => {
    make();
    const { repositories, incomplete, warnings } = await open().listRepositories(null);
    expect(repositories.map(({ fullPath }) => fullPath)).toEqual(["acme/other"]);
    expect(warnings).toEqual([`acme/app is left out: Its ${part} refers to files outside LOCAL_ORG_ROOTS.`]);
    expect(incomplete).not.toBe(null);
  });

  it.each(ESCAPES)("by its %s since it was listed is not read", async (part, make) => {
    const commitSha = branchOf(join(folder, "inside/acme/app"));
    make();
    const repository = { platformId: gitDir, fullPath: "acme/app" };
    const message = `Its ${part} refers to files outside LOCAL_ORG_ROOTS.`;
    await expect(open().openSnapshot(repository, commitSha)).rejects.toThrow(message);
    await expect(open().openHistory(repository, commitSha, { since: null, cursor: null })).rejects.toThrow(
      message,
    );
  });

  it("is read if the links stay inside", async () => {
    renameSync(join(gitDir, "objects"), join(folder, "inside/objects"));
    symlinkSync(join(folder, "inside/objects"), join(gitDir, "objects"));
    git(join(folder, "inside/acme/app"), "worktree", "add", "--quiet", join(folder, "inside/acme/tree"));
    const { warnings } = await open().listRepositories(null);
    expect(warnings?.join()).not.toContain("LOCAL_ORG_ROOTS");
  });
});

describe("a hostile repository", () => {
  const read = async () => {
    const app = (await open().listRepositories(null)).repositories.find(({ name }) => name === "app");
    const snapshot = await open().openSnapshot(
      { platformId: gitDir, fullPath: "acme/app" },
      app?.headCommitSha ?? "",
    );
    try {
      return await snapshot.tree();
    } finally {
      await snapshot.close?.();
    }
  };

  // Git takes 8 s to list the first million.
  it.runIf(process.env["KNOCKON_RELEASE"] === "all")(
    "with a few trees that list each other ends at a limit",
    { timeout: 60_000 },
    async () => {
      const work = join(folder, "inside/acme/app");
      const run = (args: string[], input: string): string =>
        execFileSync("git", ["-C", work, ...args], { input, encoding: "utf8" }).trim();
      let tree = run(["mktree"], `100644 blob ${run(["hash-object", "-w", "--stdin"], "x")}\tfile\n`);
      for (let level = 0; level < 10; level++) {
        const lines = Array.from({ length: 10 }, (_, index) => `040000 tree ${tree}\tf${index}\n`);
        tree = run(["mktree"], lines.join(""));
      }
      git(work, "update-ref", "refs/heads/main", git(work, "commit-tree", tree, "-m", "bomb"));
      await expect(read()).rejects.toThrow("The commit has more than 1000000 files and folders.");
    },
  );

  it.each(["packed-refs", "config", "refs/heads/main", "commondir"])(
    "with a pipe as %s does not block its listing",
    { timeout: 20_000 },
    async (part) => {
      commitFiles(join(folder, "inside/acme/app"), { "a.txt": "a" });
      rmSync(join(gitDir, part), { force: true });
      execFileSync("mkfifo", [join(gitDir, part)]);
      const { repositories } = await open().listRepositories(null);
      expect(repositories.map(({ name }) => name)).toContain("other");
      expect(readdirSync(gitDir)).toContain("objects");
    },
  );

  // A pattern for the line breaks at the end of the file would take minutes.
  it("with line breaks before the place in its commondir does not block the listing", async () => {
    writeFileSync(join(gitDir, "commondir"), `${"\n".repeat(1_000_000)}x`);
    const { repositories } = await open().listRepositories(null);
    expect(repositories.map(({ name }) => name)).toContain("other");
  });
});
