import { describe, expect, it } from "vitest";
import { HostRefusedError } from "@knockon/core/ports/git-host";
import { parseGitHubOrg, parseGitLabGroup } from "./org-url.ts";

const github = {
  parse: parseGitHubOrg,
  rest: "is not the URL of an organization, such as https://github.com/acme.",
};
const gitlab = {
  parse: parseGitLabGroup,
  rest: "is not the URL of a group, such as https://gitlab.com/acme.",
};

describe.each([github, gitlab])("an error that a text $rest", ({ parse, rest }) => {
  it.each([
    ["https://user:secret@git.acme.test/acme", "https://git.acme.test/acme"],
    ["https://secret@git.acme.test/acme", "https://git.acme.test/acme"],
    ["https://user:sec/r@et@git.acme.test/acme", "https://git.acme.test/acme"],
    ["https://user:sec\nret@git.acme.test/acme", "https://git.acme.test/acme"],
    ["user:secret@git.acme.test/acme", "git.acme.test/acme"],
    ["https://git.acme.test/acme?private_token=secret", "https://git.acme.test/acme"],
    ["https://git.acme.test/acme#secret", "https://git.acme.test/acme"],
  ])("omits credentials, query and fragment: %j", (url, quoted) => {
    expect(() => parse(url)).toThrow(new Error(`${quoted} ${rest}`));
  });

  it("quotes at most 200 characters", () => {
    const url = `https://git.acme.test/ ${"a".repeat(500)}`;
    expect(() => parse(url)).toThrow(new Error(`${url.slice(0, 200)} ${rest}`));
  });
});

it("accepts an organization, a user or a nested group", () => {
  expect(parseGitHubOrg("https://github.com/acme/")).toEqual({
    host: "github.com",
    login: "acme",
    restUrl: "https://api.github.com",
    graphqlUrl: "https://api.github.com/graphql",
  });
  expect(parseGitHubOrg("https://git.acme.test/acme").restUrl).toBe("https://git.acme.test/api/v3");
  expect(parseGitLabGroup("https://gitlab.com/acme/platform").path).toBe("acme/platform");
});

it.each(["file:///acme", "gopher://gitlab.com/acme", "ssh://gitlab.com/acme", "javascript:/acme", "acme"])(
  "refuses %s as the address of an organization or group",
  (url) => {
    expect(() => parseGitLabGroup(url)).toThrow(HostRefusedError);
    expect(() => parseGitHubOrg(url)).toThrow(HostRefusedError);
  },
);
