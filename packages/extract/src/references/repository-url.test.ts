import { describe, expect, it } from "vitest";
import { findRepository } from "./repository-url.ts";

/** `artifact ref` of a URL. */
const read = (url: string, isNamed = false): string | undefined => {
  const found = findRepository(url, isNamed);
  return found && `${found.artifact} ${found.ref}`;
};

describe("findRepository", () => {
  it.each([
    ["https://github.com/acme/tool", "github.com/acme/tool null"],
    ["https://www.github.com/Acme/Tool.git", "github.com/Acme/Tool null"],
    ["https://github.com/acme/tool/", "github.com/acme/tool null"],
    ["https://github.com/acme/tool.", "github.com/acme/tool null"],
    ["https://github.com/acme/tool&quot;", "github.com/acme/tool null"],
    ["https://github.com/acme/tool#readme", "github.com/acme/tool null"],
    ["https://github.com/acme/tool.git#v1:docker", "github.com/acme/tool v1"],
    ["https://github.com/acme/tool//sub?ref=v2", "github.com/acme/tool v2"],
    ["git+https://github.com/acme/tool@v1.2#egg=tool", "github.com/acme/tool v1.2"],
    ["git+https://github.com/acme/tool.git@v1.2", "github.com/acme/tool v1.2"],
    ["git+ssh://git@github.com/acme/tool.git#semver:^1.0", "github.com/acme/tool semver:^1.0"],
    ["git@github.com:acme/tool.git", "github.com/acme/tool null"],
    ["ssh://git@github.com/acme/tool.git", "github.com/acme/tool null"],
    ["git://github.com/acme/tool.git", "github.com/acme/tool null"],
  ])("reads every form of a repository URL: %s", (url, expected) => {
    expect(read(url)).toBe(expected);
  });

  it.each([
    ["https://github.com/acme/tool/tree/main/docs", "main"],
    ["https://github.com/acme/tool/blob/v1/README.md", "v1"],
    ["https://github.com/acme/tool/raw/refs/heads/main/x.sh", "main"],
    ["https://github.com/acme/tool/commit/abc123", "abc123"],
    ["https://github.com/acme/tool/archive/refs/tags/v1.2.tar.gz", "v1.2"],
    ["https://github.com/acme/tool/archive/v1.2.zip", "v1.2"],
    ["https://github.com/acme/tool/tarball/v1.2", "v1.2"],
    ["https://github.com/acme/tool/releases/download/v1.2/tool.tar.gz", "v1.2"],
    ["https://github.com/acme/tool/releases/download/cli/v1.2/tool.tar.gz", "cli/v1.2"],
    ["https://github.com/acme/tool/releases/download/cli%2Fv1.2/tool.tar.gz", "cli/v1.2"],
    ["https://github.com/acme/tool/releases/tag/v1.2", "v1.2"],
    ["https://github.com/acme/tool/releases/download/v", "null"],
    ["https://github.com/acme/tool/releases/latest/download/tool", "latest"],
    ["https://github.com/acme/tool/releases", "null"],
    ["https://github.com/acme/tool/actions/workflows/ci.yml/badge.svg", "null"],
    ["https://raw.githubusercontent.com/acme/tool/v1/install.sh", "v1"],
    ["https://raw.githubusercontent.com/acme/tool/refs/heads/main/install.sh", "main"],
    ["https://codeload.github.com/acme/tool/tar.gz/refs/tags/v1", "v1"],
    ["https://api.github.com/repos/acme/tool", "null"],
    ["https://api.github.com/repos/acme/tool/releases/latest", "latest"],
    ["https://api.github.com/repos/acme/tool/releases/tags/v1", "v1"],
    ["https://api.github.com/repos/acme/tool/contents/x?ref=v1", "v1"],
    ["https://api.github.com/repos/acme/tool/git/refs/tags/v1", "v1"],
  ])("reads the repository and ref of a github.com page: %s", (url, ref) => {
    expect(read(url)).toBe(`github.com/acme/tool ${ref}`);
  });

  it.each([
    ["https://gitlab.com/acme/group/tool", "gitlab.com/acme/group/tool null"],
    ["https://gitlab.com/acme/group/tool/-/tree/main/x", "gitlab.com/acme/group/tool main"],
    ["https://gitlab.com/acme/tool/-/archive/v1/tool-v1.tar.gz", "gitlab.com/acme/tool v1"],
    ["https://gitlab.com/acme/tool/-/releases/v1/downloads/x", "gitlab.com/acme/tool v1"],
    ["https://gitlab.com/acme/tool/raw/main/x.sh", "gitlab.com/acme/tool main"],
    ["https://git.acme.io/team/sub/tool/-/raw/v2/x.sh", "git.acme.io/team/sub/tool v2"],
    ["https://bitbucket.org/acme/tool/src/main/x", "bitbucket.org/acme/tool main"],
    ["https://bitbucket.org/acme/tool/get/v1.tar.gz", "bitbucket.org/acme/tool v1"],
    ["https://codeberg.org/acme/tool/src/tag/v1/x", "codeberg.org/acme/tool v1"],
    ["https://codeberg.org/acme/tool/raw/branch/main/x", "codeberg.org/acme/tool main"],
    ["https://codeberg.org/acme/tool/archive/v1.tar.gz", "codeberg.org/acme/tool v1"],
    ["https://dev.azure.com/acme/shop/_git/tool?version=GTv1", "dev.azure.com/acme/shop/tool v1"],
    ["git@ssh.dev.azure.com:v3/acme/shop/tool", "dev.azure.com/acme/shop/tool null"],
    ["https://git.acme.io/team/tool.git", "git.acme.io/team/tool null"],
    ["https://git.acme.io:8443/team/tool.git", "git.acme.io:8443/team/tool null"],
    ["https://git.acme.io/team/tool.git//sub?ref=v1", "git.acme.io/team/tool v1"],
    ["git::https://git.acme.io/team/tool.git?ref=v1", "git.acme.io/team/tool v1"],
    ["git@git.acme.io:team/tool.git", "git.acme.io/team/tool null"],
    ["ssh://git@git.acme.io:2222/team/tool", "git.acme.io/team/tool null"],
  ])("reads other hosts: %s", (url, expected) => {
    expect(read(url)).toBe(expected);
  });

  it.each([
    "https://github.com/acme",
    "https://github.com/features/actions",
    "https://github.com/about/careers",
    "https://github.com/orgs/acme/teams",
    "https://github.com/sponsors/acme",
    "https://github.com/marketplace/actions",
    "https://github.com/apps/renovate",
    "https://github.com/topics/git",
    "https://github.com/user-attachments/assets/1",
    "https://gist.github.com/acme/0123456789abcdef",
    "https://api.github.com/users/acme",
    "https://gitlab.com/users/acme",
    "https://gitlab.com/acme",
    "https://dev.azure.com/acme/shop/_build/results",
    "https://img.shields.io/github/stars/acme/tool",
    "https://acme.github.io/tool",
    "https://docs.acme.io/team/tool",
    "https://acme.io/blog/-/post",
    "https://acme.io/what.gitignore",
    "ssh://deploy@acme.io/srv/app",
    "https://github.com/<owner>/tool",
    "http://localhost:3000/acme/tool.git",
    "git://127.0.0.1/acme/tool.git",
    "https://git.example.com/acme/tool.git",
    "https://git.acme.test/tool.git",
    "git@github.com:",
    "git@sha256:2c18f0b3ed4394e2",
    "https://",
    "",
  ])("returns undefined for %s", (url) => {
    expect(findRepository(url)).toBeUndefined();
  });

  it.each([
    ["https://raw.githubusercontent.com/acme/tool/v1/ci/install.sh", "ci/install.sh"],
    ["https://raw.githubusercontent.com/acme/tool/refs/heads/main/.BOT.yml", ".BOT.yml"],
    ["https://raw.githubusercontent.com/acme/tool/main/a%20b?token=x#L1", "a b"],
    ["https://raw.github.com/acme/tool/v1/x", "x"],
    ["https://github.com/acme/tool/blob/main/a/b.json", "a/b.json"],
    ["https://github.com/acme/tool/raw/v1/x", "x"],
    ["https://api.github.com/repos/acme/tool/contents/a/b?ref=v1", "a/b"],
    ["https://gitlab.com/acme/group/tool/-/raw/main/a.yml", "a.yml"],
    ["https://gitlab.com/acme/group/tool/raw/main/a.yml", "a.yml"],
    ["https://git.acme.io/acme/tool/-/blob/v1/a.yml", "a.yml"],
    ["https://codeberg.org/acme/tool/raw/branch/main/a.yml", "a.yml"],
    ["https://raw.githubusercontent.com/acme/tool/main", null],
    ["https://raw.githubusercontent.com/acme/tool/main/deploy/", null],
    ["https://raw.githubusercontent.com/acme/tool/main/${FILE}", null],
    ["https://github.com/acme/tool/tree/main/docs", null],
    ["https://github.com/acme/tool/archive/v1.zip", null],
    ["https://github.com/acme/tool/releases/download/v1/tool", null],
    ["https://api.github.com/repos/acme/tool/contents", null],
    ["https://github.com/acme/tool", null],
  ])("names the file of %s", (url, file) => {
    expect(findRepository(url)?.file).toBe(file);
  });

  it("accepts any host if the context only accepts repositories", () => {
    expect(read("https://git.acme.io/team/tool", true)).toBe("git.acme.io/team/tool null");
    expect(read("https://git.acme.io/team/tool")).toBeUndefined();
  });

  it("recognizes discussion pages", () => {
    expect(findRepository("https://github.com/acme/tool/issues/7")?.isDiscussion).toBe(true);
    expect(findRepository("https://github.com/acme/tool/actions/workflows/ci.yml")?.isDiscussion).toBe(true);
    expect(findRepository("https://gitlab.com/acme/tool/-/merge_requests/7")?.isDiscussion).toBe(true);
    expect(findRepository("https://api.github.com/repos/acme/tool/dispatches")?.isDiscussion).toBe(true);
    expect(findRepository("https://github.com/acme/tool/tree/main")?.isDiscussion).toBe(false);
  });

  it.each([
    ["https://s3cret@github.com/acme/tool.git", "https://github.com/acme/tool.git"],
    ["https://user:s3cret@github.com/acme/tool.git", "https://github.com/acme/tool.git"],
    ["https://oauth2:${{ secrets.X }}@gitlab.com/acme/tool.git", "https://gitlab.com/acme/tool.git"],
    ["ssh://user:s3cret@git.acme.io/acme/tool.git", "ssh://git.acme.io/acme/tool.git"],
    ["git+ssh://git@github.com/acme/tool.git#v1", "git+ssh://git@github.com/acme/tool.git#v1"],
    [
      "https://raw.githubusercontent.com/acme/tool/v1/x?token=s3cret",
      "https://raw.githubusercontent.com/acme/tool/v1/x",
    ],
    [
      "https://github.com/acme/tool.git?private_token=s3cret&ref=v1",
      "https://github.com/acme/tool.git?ref=v1",
    ],
    ["https://github.com/acme/tool#access_token=s3cret", "https://github.com/acme/tool"],
  ])("removes credentials: %s", (url, raw) => {
    expect(findRepository(url)?.raw).toBe(raw);
  });

  it("rejects a password that looks like host and path", () => {
    expect(findRepository("https://user/s3cret@git.acme.io/acme/tool.git", true)).toBeUndefined();
  });
});
