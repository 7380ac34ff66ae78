import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findArchiveUrl, parseGitUrl } from "./git-url.ts";
import { cpuMs } from "./testing/cpu-ms.ts";

const locationOf = (text: string): string | undefined => parseGitUrl(text)?.location;

describe("parseGitUrl: equivalent URLs have the same location", () => {
  it.each([
    "https://github.com/acme/base",
    "https://github.com/acme/base.git",
    "https://github.com/acme/base.git/",
    "https://github.com/acme/base/.git",
    "https://github.com//acme//base///",
    "https://GitHub.com/Acme/Base.GIT",
    "https://github.com./acme/base",
    "https://www.github.com/acme/base",
    "  https://github.com/acme/base\n",
    "http://github.com/acme/base",
    "http://github.com:80/acme/base",
    "https://github.com:443/acme/base",
    "http://github.com:443/acme/base",
    "https://github.com:/acme/base",
    "https://token@github.com/acme/base.git",
    "https://user:p@ss:word@github.com/acme/base.git",
    "https://github.com/acme/base?ref=v1",
    "https://github.com/acme/base.git#v1",
    "https://github.com/acme/base.git?ref=a/b#c/d",
    "git://github.com/acme/base.git",
    "git+https://github.com/acme/base.git#semver:^1",
    "git+ssh://git@github.com/acme/base.git",
    "git+ssh://git@github.com:acme/base.git",
    "ssh+git://git@github.com/acme/base.git",
    "ssh://git@github.com/acme/base.git",
    "ssh://git@github.com:22/acme/base.git",
    "ssh://git@github.com:2222/acme/base.git",
    "ssh://git@ssh.github.com:443/acme/base.git",
    "SSH://git@github.com/acme/base",
    "git@github.com:acme/base.git",
    "git@github.com:/acme/base.git",
    "git@GITHUB.com:ACME/base/",
    "git@github.com:acme/base.git#v1",
    "org-1234@github.com:acme/base.git",
    "github.com:acme/base.git",
    "github.com:acme/base",
  ])("locates %j at github.com/acme/base", (text) => {
    expect(locationOf(text)).toBe("github.com/acme/base");
  });

  it.each([
    "https://dev.azure.com/acme/Shop/_git/api",
    "https://acme@dev.azure.com/acme/Shop/_git/api",
    "git@ssh.dev.azure.com:v3/acme/Shop/api",
    "ssh://git@ssh.dev.azure.com:22/v3/acme/Shop/api",
    "https://acme.visualstudio.com/Shop/_git/api",
    "https://acme.visualstudio.com/DefaultCollection/Shop/_git/api",
    "acme@vs-ssh.visualstudio.com:v3/acme/Shop/api",
  ])("locates the Azure repository %j", (text) => {
    expect(locationOf(text)).toBe("dev.azure.com/acme/shop/api");
  });

  it("locates an Azure repository without a project in the project of its name", () => {
    expect(locationOf("https://dev.azure.com/acme/_git/Shop")).toBe("dev.azure.com/acme/shop/shop");
    expect(locationOf("git@ssh.dev.azure.com:v3/acme/Shop/Shop")).toBe("dev.azure.com/acme/shop/shop");
  });
});

describe("parseGitUrl: hosts and paths", () => {
  it.each([
    ["https://gitlab.acme.io/platform/team/sub/base.git", "gitlab.acme.io/platform/team/sub/base"],
    ["git@gitlab.acme.io:platform/team/sub/base.git", "gitlab.acme.io/platform/team/sub/base"],
    ["https://git.acme.io:8443/acme/base", "git.acme.io:8443/acme/base"],
    ["https://git.acme.io:8443/acme/base.git", "git.acme.io:8443/acme/base"],
    ["ssh://git@git.acme.io:7999/acme/base.git", "git.acme.io/acme/base"],
    ["https://intranet/acme/base", "intranet/acme/base"],
    ["git@intranet:acme/base", "intranet/acme/base"],
    ["https://10.0.0.7:3000/acme/base", "10.0.0.7:3000/acme/base"],
    ["https://[2001:DB8::1]/acme/base", "[2001:db8::1]/acme/base"],
    ["https://[::1]:8080/acme/base", "[::1]:8080/acme/base"],
    ["https://[::ffff:10.0.0.7]/acme/base", "[::ffff:10.0.0.7]/acme/base"],
    ["git@[::1]:acme/base.git", "[::1]/acme/base"],
    ["ssh://git@[::1]:22/acme/base.git", "[::1]/acme/base"],
    ["git@host:base.git", "host/base"],
    ["git@host:~ann/base.git", "host/~ann/base"],
    ["https://github.com/acme/.github", "github.com/acme/.github"],
    ["https://github.com/acme/base.js", "github.com/acme/base.js"],
    ["https://gist.github.com/0123abc.git", "gist.github.com/0123abc"],
    ["https://dev.azure.com/acme/My%20Shop/_git/api", "dev.azure.com/acme/my%20shop/api"],
  ])("locates %j at %s", (text, location) => {
    expect(locationOf(text)).toBe(location);
  });

  it("keeps the case of the path and drops credentials, query and fragment", () => {
    expect(parseGitUrl("https://u:p@GitHub.com/Acme/Base.git?x=1#y")).toEqual({
      host: "github.com",
      path: "Acme/Base",
      location: "github.com/acme/base",
    });
  });
});

describe("parseGitUrl: texts that name no repository", () => {
  it.each([
    "",
    "   ",
    "base",
    "acme/base",
    "./base",
    "../base.git",
    "/srv/git/base.git",
    "//github.com/acme/base",
    "~/src/base",
    "file:///srv/git/base.git",
    "git+file:///srv/git/base.git",
    "C:\\src\\base",
    "C:/src/base",
    "c:base",
    "\\\\server\\share\\base",
    "git@host:src\\base",
    "git@host::acme/base",
    "alpine:3.20",
    "docker:dind",
    "ghcr.io/acme/base:1.2",
    "registry.acme.io:5000/acme/base",
    "localhost:5000/base",
    "acme.io:8080",
    "npm:base",
    "npm:@acme/base@^1",
    "github:acme/base",
    "workspace:*",
    "mailto:ann@acme.io",
    "git::https://github.com/acme/base.git",
    "s3::https://acme.io/base.zip",
    "s3://bucket/acme/base",
    "oci://ghcr.io/acme/base",
    "https://github.com",
    "https://github.com/",
    "https://github.com/.git",
    "https://github.com?acme/base",
    "https://github.com#acme/base",
    "https://github.com:acme/base",
    "https://github.com/acme/../base",
    "https://github.com/./acme",
    "https://github.com/${ORG}/base",
    "https://github.com/<org>/base",
    "https://${HOST}/acme/base",
    "https://github.com/acme/base and more",
    "https://-host/acme/base",
    "https://ho_st/acme/base",
    "https://[github.com]/acme/base",
    "https://fe80::1/acme/base",
    "ssh://fe80::1/acme/base",
    "https:///acme/base",
    "https://dev.azure.com/_git/",
    "https://dev.azure.com/acme/Shop",
    "git@ssh.dev.azure.com:v3/acme/Shop",
    "https://acme.visualstudio.com/",
    "https://acme.visualstudio.com/Shop/",
  ])("returns undefined for %j", (text) => {
    expect(parseGitUrl(text)).toBeUndefined();
  });
});

const label = fc.stringMatching(/^[a-z\d](?:[a-z\d-]{0,8}[a-z\d])?$/);
const host = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join("."));
const segment = fc.stringMatching(/^[\w~.-]{1,10}$/).filter((text) => !/^\.{1,2}$|\.git$/i.test(text));
const path = fc.array(segment, { minLength: 1, maxLength: 5 }).map((segments) => segments.join("/"));
const suffix = fc.constantFrom("", "/", ".git", ".git/", ".GIT", "#v1", ".git?ref=v1", "//");
const userInfo = fc.constantFrom("", "git@", "ann:secret@", "x-access-token:a@b@");
const sshPort = fc.constantFrom("", ":22", ":2222", ":7999");

/** Strings with parts of URLs. */
const nearUrl = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "https://",
        "ssh://",
        "git+ssh://",
        "git@",
        "@",
        ":",
        "/",
        "//",
        ".git",
        "_git",
        "[",
        "]",
      ),
      fc.constantFrom(
        "v3",
        "#",
        "?",
        ".",
        "..",
        "\\",
        "C:",
        "22",
        "443",
        "::1",
        "dev.azure.com",
        "www.github.com",
      ),
      fc.constantFrom(
        "acme.visualstudio.com",
        "ssh.dev.azure.com",
        "DefaultCollection",
        "İ",
        "ΑΣ",
        "%2F",
        "\n",
      ),
      label,
    ),
    { maxLength: 14 },
  )
  .map((parts) => parts.join(""));

describe("parseGitUrl: properties", () => {
  it("returns the same location for HTTPS, SSH and scp forms, without credentials", () => {
    fc.assert(
      fc.property(host, path, suffix, userInfo, sshPort, (name, at, end, user, port) => {
        const spellings = [
          `https://${user}${name}/${at}${end}`,
          `HTTPS://${user}${name.toUpperCase()}/${at.toUpperCase()}${end}`,
          `ssh://git@${name}${port}/${at}${end}`,
          `git@${name}:${at}${end}`,
          `git@${name}:/${at}${end}`,
        ];
        const [first, ...others] = spellings.map(locationOf);
        expect(first).toBe(`${name}/${at}`.toLowerCase());
        expect(new Set(others)).toEqual(new Set([first]));
      }),
    );
  });

  it("is idempotent", () => {
    fc.assert(
      fc.property(fc.oneof(nearUrl, fc.webUrl(), fc.string({ unit: "binary" })), (text) => {
        const location = locationOf(text);
        fc.pre(location !== undefined);
        expect(locationOf(`https://${location}`)).toBe(location);
      }),
      { numRuns: 2000 },
    );
  });

  it("never throws, and returns a lowercase location of host and path", () => {
    fc.assert(
      fc.property(fc.oneof(nearUrl, fc.string({ unit: "binary" }), fc.string()), (text) => {
        const url = parseGitUrl(text);
        if (!url) return;
        expect(url.location).toBe(url.location.toLowerCase());
        expect(url.location).not.toMatch(/[\s\\#?]|\/\/|\/$|\.git$/);
        expect(url.location.startsWith(url.host)).toBe(true);
        expect(url.location.endsWith(`/${url.path.toLowerCase()}`)).toBe(true);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ["a", ""],
    ["a.", ""],
    ["a-", "https://"],
    ["a.", "https://"],
    ["@", "https://"],
    [":", "https://"],
    [":1", "https://"],
    ["/", "https://h/"],
    [".git", "https://h/a"],
    [".git/", "https://h/a"],
    ["/.", "https://h/a"],
    ["#", "https://h/a"],
    ["_git/", "https://dev.azure.com/"],
    ["[", "git@"],
    ["git+", ""],
    ["a@", ""],
    [" ", "https://h/a"],
  ])("takes linear time over a run of %j after %j", (unit, start) => {
    const text = `${start}${unit.repeat(1_000_000)}!`;
    // Quadratic time would be an hour.
    expect(cpuMs(() => parseGitUrl(text))).toBeLessThan(5000);
  });
});

describe("findArchiveUrl", () => {
  it.each([
    "https://github.com/acme/base/archive/v1.tar.gz",
    "http://github.com/acme/base/archive/v1.tar.gz",
    "HTTPS://token:x@github.com/acme/base/archive/refs/tags/v1.zip?raw=1#sha256",
    "https://github.com/acme/base/releases/download/v1/base-linux.tar.gz",
    "https://codeload.github.com/acme/base/legacy.tar.gz/refs/heads/v1",
    "https://api.github.com/repos/acme/base/tarball/v1",
    "https://github.com/acme/base/-/archive/v1/base-v1.tar.gz",
  ])("finds the repository and ref of %s", (url) => {
    expect(findArchiveUrl(url)).toEqual({ repositoryUrl: "https://github.com/acme/base", ref: "v1" });
  });

  it.each([
    "github.com/acme/base/archive/v1.tar.gz",
    "proxy.acme.io/https://gitlab.com/acme/base/-/archive/v1/base.tar.gz",
    "git+https://github.com/acme/base/archive/v1.tar.gz",
    "https://github.com/acme/base",
    "https://registry.npmjs.org/base/-/base-1.0.0.tgz",
    "https://gitlab.com/acme/base/-/archive/v1.tar.gz",
  ])("finds none in %s", (url) => {
    expect(findArchiveUrl(url)).toBeUndefined();
  });
});
