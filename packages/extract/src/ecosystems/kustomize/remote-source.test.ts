import { describe, expect, it } from "vitest";
import { findRemoteSource } from "./remote-source.ts";

const found = (text: string): string | undefined => {
  const source = findRemoteSource(text);
  return source && `${source.artifact} ${source.constraint}`;
};

describe("findRemoteSource", () => {
  it.each([
    ["https://github.com/acme/base", "github.com/acme/base null"],
    ["https://github.com/acme/base.git", "github.com/acme/base null"],
    ["https://github.com/acme/base/overlays/prod?ref=v1", "github.com/acme/base v1"],
    ["https://github.com/acme/base.git/overlays/prod?ref=v1", "github.com/acme/base v1"],
    ["https://github.com/acme/base//overlays/prod/?ref=release%2F1", "github.com/acme/base release%2F1"],
    ["https://github.com/acme/base//x?version=v1", "github.com/acme/base v1"],
    ["https://github.com/acme/base//x?ref=", "github.com/acme/base null"],
    ["github.com/acme/base//x?ref=v1", "github.com/acme/base v1"],
    ["github.com/acme/base", "github.com/acme/base null"],
    ["github.com:acme/base//x", "github.com/acme/base null"],
    ["gh:acme/base//x?ref=v1", "github.com/acme/base v1"],
    ["git::https://github.com/acme/base.git//x?ref=v1", "github.com/acme/base v1"],
    ["git::git@github.com:acme/base.git//x?ref=v1", "github.com/acme/base v1"],
    ["git@github.com:acme/base.git/x?ref=v1", "github.com/acme/base v1"],
    ["ssh://git@git.acme.io:2222/team/base.git//x?ref=v1", "git.acme.io/team/base v1"],
    ["https://gitlab.com/acme/platform/base//x?ref=v1", "gitlab.com/acme/platform/base v1"],
    ["https://gitlab.acme.io/a/b/c//x?ref=v1", "gitlab.acme.io/a/b/c v1"],
    ["https://gitlab.acme.io:8443/a/b.git?ref=v1", "gitlab.acme.io:8443/a/b v1"],
    ["git.acme.io/team/base.git//x?ref=v1", "git.acme.io/team/base v1"],
    ["https://dev.azure.com/acme/x/_git/base//y?ref=v1", "dev.azure.com/acme/x/base v1"],
    ["https://user:secret@git.acme.io/team/base.git//x", "git.acme.io/team/base null"],
    ["https://raw.githubusercontent.com/acme/crds/v2/a/all.yaml", "github.com/acme/crds v2"],
    ["https://github.com/acme/x/releases/download/v1.2.0/install.yaml", "github.com/acme/x v1.2.0"],
    ["https://github.com/acme/x/releases/latest/download/install.yaml", "github.com/acme/x latest"],
    ["https://github.com/acme/x/raw/main/install.yaml", "github.com/acme/x main"],
    ["https://gitlab.acme.io/a/b/-/raw/v3/x.yaml", "gitlab.acme.io/a/b v3"],
    ["https://acme.github.io/charts/crds.yaml", "github.com/acme/charts null"],
    ["https://acme.io/install.yaml", "acme.io/install.yaml null"],
  ])("parses %s as %s", (text, expected) => {
    expect(found(text)).toBe(expected);
  });

  it("does not look up a file that is not on a git host", () => {
    expect(findRemoteSource("https://acme.io/install.yaml")?.lookups).toEqual([]);
  });

  it.each([
    "../base",
    "./base",
    "..",
    ".",
    "base",
    "base/x.yaml",
    "/base",
    "file:///base",
    "my.app/base",
    "github.com.yaml",
    "C:\\base",
    "a//b",
  ])("ignores the local path %s", (text) => {
    expect(found(text)).toBeUndefined();
  });
});
