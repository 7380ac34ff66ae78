import { expect, it } from "vitest";
import { parseSignInSettings } from "./sign-in-settings.ts";

const GITLAB = { GITLAB_CLIENT_ID: "id", GITLAB_CLIENT_SECRET: "secret" };

it("nobody signs in with another service unless the environment says so", () => {
  expect(parseSignInSettings({})).toEqual({});
  expect(parseSignInSettings({ GITHUB_CLIENT_ID: "", GITLAB_ISSUER: "https://gitlab.acme.example" })).toEqual(
    {},
  );
});

it("reads GitHub, GitLab, and a GitLab of one's own", () => {
  const client = { clientId: "id", clientSecret: "secret" };
  expect(parseSignInSettings({ GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "secret" })).toEqual({
    github: client,
  });
  expect(parseSignInSettings(GITLAB)).toEqual({ gitlab: client });
  const issuer = "https://gitlab.acme.example";
  expect(parseSignInSettings({ ...GITLAB, GITLAB_ISSUER: issuer })).toEqual({
    gitlab: { ...client, issuer },
  });
});

it("refuses half a client and an issuer that is none, without repeating them", () => {
  expect(() => parseSignInSettings({ GITHUB_CLIENT_SECRET: "secret" })).toThrow(
    "GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET are set together or not at all.",
  );
  expect(() => parseSignInSettings({ ...GITLAB, GITLAB_ISSUER: "gitlab" })).toThrow(
    "GITLAB_ISSUER is not the address of a GitLab.",
  );
});
