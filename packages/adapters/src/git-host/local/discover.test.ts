import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findRepositories, MissingPathError, NoRepositoriesError, type LocalRepository } from "./discover.ts";
import { DiscoveryError } from "./git.ts";
import { createRepository, git } from "./testing/temporary-repository.ts";

let root: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "knockon-discover-")));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

function createBare(...segments: string[]): string {
  const folder = join(root, ...segments);
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "--quiet", "--bare", "--initial-branch=main");
  return folder;
}

function writeListing(...lines: string[]): string {
  const file = join(root, "listing.jsonl");
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

/** Runs work without the rights of root, which can read every folder. */
async function asOrdinaryUser<T>(work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0) return await work();
  process.seteuid?.(65_534);
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

const find = async (path = root): Promise<LocalRepository[]> => (await findRepositories(path)).repositories;

const fullPaths = async (path = root): Promise<string[]> =>
  (await find(path)).map((repository) => repository.fullPath);

describe("findRepositories in a folder", () => {
  it("finds work trees and bare repositories at any depth, ordered by path", async () => {
    const web = createRepository(join(root, "platform", "web"));
    const api = createBare("acme", "group", "api.git");
    expect(await find(root)).toEqual([
      {
        fullPath: "acme/group/api",
        gitDir: api,
        cloneUrl: null,
        defaultBranch: "main",
        ref: null,
        archived: false,
        isFork: false,
      },
      {
        fullPath: "platform/web",
        gitDir: web,
        cloneUrl: null,
        defaultBranch: "main",
        ref: null,
        archived: false,
        isFork: false,
      },
    ]);
  });

  it("prefixes a single segment with the folder's name, also if the folder is the repository", async () => {
    createRepository(join(root, "web"));
    expect(await fullPaths()).toEqual([`${basename(root)}/web`]);
    expect(await fullPaths(join(root, "web"))).toEqual([`${basename(root)}/web`]);
  });

  it("prefers the name in the origin URL, and drops its credentials", async () => {
    const web = createRepository(join(root, "checkout-of-web"));
    git(web, "config", "remote.origin.url", "https://oauth2:s3cret@git.acme.test/acme/web.git");
    const api = createRepository(join(root, "api"));
    git(api, "config", "remote.origin.url", "git@git.acme.test:acme/api.git");
    const cli = createRepository(join(root, "cli"));
    git(cli, "config", "remote.origin.url", "ssh://git:s3cret@git.acme.test:2222/acme/cli");
    const docs = createRepository(join(root, "docs"));
    git(
      docs,
      "config",
      "remote.origin.url",
      "https://a:s3?c#ret@git.acme.test/acme/docs.git?private_token=s3@c",
    );
    const site = createRepository(join(root, "site"));
    git(site, "config", "remote.origin.url", "https://git.acme.test/acme/site#access_token=s3cret");
    expect((await find(root)).map(({ fullPath, cloneUrl }) => [fullPath, cloneUrl])).toEqual([
      ["acme/api", "git@git.acme.test:acme/api.git"],
      ["acme/cli", "ssh://git@git.acme.test:2222/acme/cli"],
      ["acme/docs", "https://git.acme.test/acme/docs.git"],
      ["acme/site", "https://git.acme.test/acme/site"],
      ["acme/web", "https://git.acme.test/acme/web.git"],
    ]);
  });

  const acme = "https://git.acme.test/acme/web.git";
  it.each([
    [
      "after another remote",
      `[remote "upstream"]\n\turl = ${acme}/not\n[remote "origin"]\n\turl = ${acme}\n`,
    ],
    ["stated twice", `[remote "origin"]\n\turl = ${acme}/not\n\tpush = HEAD\n\turl = ${acme}\n`],
    ["in uppercase", `[REMOTE "origin"]\n\tURL=${acme}\n`],
    ["in the line of its section", `[remote "origin"] url = ${acme}\n`],
    ["quoted, before a comment", `[remote "origin"]\n\turl = "${acme}" ; the host\n`],
    ["in two lines", `[remote "origin"]\n\turl = https://git.acme.test/\\\nacme/web.git\n`],
    ["with CRLF", `[remote "origin"]\r\n\turl = ${acme}\r\n`],
    ["in an included file", "[include]\n\tpath = included\n"],
  ])("reads an origin URL %s", async (_where, settings) => {
    const web = createRepository(join(root, "web"));
    writeFileSync(join(web, "included"), `[remote "origin"]\n\turl = ${acme}\n`);
    appendFileSync(join(web, "config"), settings);
    expect(await find(root)).toMatchObject([{ fullPath: "acme/web", cloneUrl: acme }]);
  });

  it("reads the origin URL of a linked work tree, and of no other name", async () => {
    const web = createRepository(join(root, "web"), { Dockerfile: "FROM debian:12\n" });
    appendFileSync(join(web, "config"), `[remote "origin"]\n\turl = ${acme}\n`);
    git(web, "worktree", "add", "--quiet", "--detach", join(root, "linked/work"));
    expect(await find(join(root, "linked"))).toMatchObject([{ fullPath: "acme/web", cloneUrl: acme }]);
    const api = createRepository(join(root, "api"));
    appendFileSync(join(api, "config"), `[remote "Origin"]\n\turl = ${acme}\n`);
    expect(await find(join(root, "api"))).toMatchObject([{ cloneUrl: null }]);
  });

  it("ignores a local origin", async () => {
    const web = createRepository(join(root, "acme", "web"));
    git(web, "config", "remote.origin.url", "/srv/mirrors/other.git");
    expect(await find(root)).toMatchObject([{ fullPath: "acme/web", cloneUrl: null }]);
  });

  it("reads owner and name from a mirror's folder", async () => {
    createBare("acme+base-images", "snapshots", "1.git");
    createBare("acme+web", "git");
    createRepository(join(root, "tools", "c++"));
    createRepository(join(root, "notes+plugin", "app"));
    expect(await fullPaths()).toEqual(["acme/base-images", "acme/web", "notes+plugin/app", "tools/c++"]);
  });

  it("does not search inside repositories, behind symlinks or too deep", async () => {
    createRepository(join(root, "acme", "web"));
    createRepository(join(root, "acme", "web", "vendored"));
    const elsewhere = realpathSync(mkdtempSync(join(tmpdir(), "knockon-elsewhere-")));
    createRepository(join(elsewhere, "linked"));
    symlinkSync(elsewhere, join(root, "link"));
    createRepository(join(root, "1", "2", "3", "4", "5", "6"));
    createRepository(join(root, "a", "b", "c", "d", "e", "f", "too-deep"));
    expect(await fullPaths()).toEqual(["1/2/3/4/5/6", "acme/web"]);
    rmSync(elsewhere, { recursive: true });
  });

  it("follows a .git file", async () => {
    const kept = join(root, "kept");
    mkdirSync(join(root, "acme", "web"), { recursive: true });
    mkdirSync(kept);
    const gitDir = join(kept, ".hidden");
    git(join(root, "acme", "web"), "init", "--quiet", `--separate-git-dir=${gitDir}`);
    expect(await find(join(root, "acme"))).toMatchObject([{ fullPath: "acme/web", gitDir }]);
  });

  it("reports the branch of HEAD, or null if it is detached or unreadable", async () => {
    createRepository(join(root, "acme", "trunk"), { "README.md": "x" });
    git(join(root, "acme", "trunk"), "checkout", "--quiet", "-b", "trunk");
    createRepository(join(root, "acme", "detached"), { "README.md": "x" });
    git(join(root, "acme", "detached"), "checkout", "--quiet", "--detach");
    writeFileSync(join(createRepository(join(root, "acme", "broken")), "HEAD"), "nonsense");
    expect((await find(root)).map((repository) => repository.defaultBranch)).toEqual([null, null, "trunk"]);
  });

  it("chooses one of several clones and worktrees, and names the others", async () => {
    const clones = ["a", "Web", "z/web"].map((name) => {
      const gitDir = createRepository(join(root, name), { "README.md": "x" });
      git(
        gitDir,
        "config",
        "remote.origin.url",
        `https://git.acme.test/${name === "a" ? "Acme" : "acme"}/web`,
      );
      return gitDir;
    });
    git(clones[2] ?? "", "worktree", "add", "--quiet", join(root, "review", "web"));
    expect(await findRepositories(root)).toMatchObject({
      repositories: [{ fullPath: "acme/web", gitDir: clones[1] }],
      warnings: [
        `acme/web: only ${root}/Web is scanned, not its other clones and worktrees ${root}/z/web, ${root}/review/web, ${root}/a. To scan another one, list it in a listing file.`,
      ],
      isIncomplete: false,
    });
  });

  it("names folders that it can't read", async () => {
    createRepository(join(root, "acme", "web"));
    createRepository(join(root, "closed", "api"));
    chmodSync(root, 0o755);
    chmodSync(join(root, "closed"), 0);
    const { warnings, isIncomplete, repositories } = await asOrdinaryUser(() => findRepositories(root));
    expect(repositories).toMatchObject([{ fullPath: "acme/web" }]);
    expect(warnings).toEqual([
      `${root}/closed can't be read. Give the user that runs Knockon access to it, or move it away.`,
    ]);
    expect(isIncomplete).toBe(true);
    chmodSync(join(root, "closed"), 0o755);
  });

  it("reads host, owner and name from the folders above a repository without a clone URL", async () => {
    createRepository(join(root, "github.com", "acme", "web"));
    createRepository(join(root, "node.js", "acme"));
    expect(await find()).toMatchObject([
      { fullPath: "acme/web", cloneUrl: "https://github.com/acme/web" },
      { fullPath: "node.js/acme", cloneUrl: null },
    ]);
  });

  it("reports a missing repository", async () => {
    const missing = join(root, "missing");
    await expect(findRepositories(root)).rejects.toEqual(
      new NoRepositoriesError(`There is no git repository in ${root}.`),
    );
    await expect(findRepositories(missing)).rejects.toEqual(new MissingPathError(missing));
  });
});

describe("findRepositories in a listing file", () => {
  it("uses the names, URLs and branches of the listing", async () => {
    const web = createRepository(join(root, "repos", "w"));
    const api = createBare("repos", "x.git");
    git(web, "config", "remote.origin.url", "https://git.acme.test/other/name.git");
    const file = writeListing(
      JSON.stringify({ full_path: "acme/web", path: "repos/w" }),
      "",
      JSON.stringify({
        full_path: "acme/api",
        path: api,
        clone_url: "https://token@git.acme.test/acme/api.git?private_token=glpat-1",
        default_branch: "trunk",
        archived: true,
        is_fork: true,
      }),
    );
    expect(await find(file)).toEqual([
      {
        fullPath: "acme/api",
        gitDir: api,
        cloneUrl: "https://git.acme.test/acme/api.git",
        defaultBranch: "trunk",
        ref: null,
        archived: true,
        isFork: true,
      },
      {
        fullPath: "acme/web",
        gitDir: web,
        cloneUrl: "https://git.acme.test/other/name.git",
        defaultBranch: "main",
        ref: null,
        archived: false,
        isFork: false,
      },
    ]);
  });

  it.each([
    ["{full_path}", "this is not JSON."],
    ["[]", "this is not a JSON object."],
    ['{"full_path": "acme/web"}', '"path" is missing.'],
    ['{"full_path": "acme/web", "path": 7}', '"path" must be a string.'],
    ['{"full_path": "/acme/../web", "path": "repos/w"}', '"full_path" is not of the form org/repo.'],
    ['{"full_path": "acme/web", "path": "repos/w", "archived": "no"}', '"archived" must be a boolean.'],
  ])("names the invalid line: %s", async (line, message) => {
    createRepository(join(root, "repos", "w"));
    const file = writeListing('{"full_path": "acme/base", "path": "repos/w"}', line);
    const finding = findRepositories(file);
    await expect(finding).rejects.toBeInstanceOf(DiscoveryError);
    await expect(finding).rejects.toThrow(`${file}:2: ${message}`);
  });

  it("continues after a path without a repository", async () => {
    createRepository(join(root, "repos", "w"));
    const file = writeListing(
      '{"full_path": "acme/web", "path": "nowhere"}',
      '{"full_path": "acme/base", "path": "repos/w"}',
    );
    expect(await findRepositories(file)).toMatchObject({
      repositories: [{ fullPath: "acme/base" }],
      warnings: [
        `${file}:1: there is no git repository at ${root}/nowhere. Correct "path" or remove the line.`,
      ],
      isIncomplete: true,
    });
  });

  it("derives a name from the origin or the folder, also if the clone URL is a local path", async () => {
    const web = createRepository(join(root, "acme", "w"));
    git(web, "config", "remote.origin.url", "https://git.acme.test/acme/web.git");
    createRepository(join(root, "acme", "api"));
    const file = writeListing(
      '{"path": "acme/w", "clone_url": "/srv/git/web.git"}',
      '{"path": "acme/api", "clone_url": "file:///srv/git/api.git"}',
    );
    expect(await find(file)).toMatchObject([
      { fullPath: "acme/api", cloneUrl: null },
      { fullPath: "acme/web", cloneUrl: "https://git.acme.test/acme/web.git" },
    ]);
  });

  it("reports an empty listing", async () => {
    await expect(findRepositories(writeListing(""))).rejects.toBeInstanceOf(NoRepositoriesError);
  });
});
