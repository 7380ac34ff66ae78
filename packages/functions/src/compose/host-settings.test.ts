import { expect, it } from "vitest";
import { parseHostSettings } from "./host-settings.ts";

it("nothing is allowed, served or sealed unless the environment says so", () => {
  const none = {
    allowedHosts: [],
    githubApp: null,
    githubAppSetup: null,
    githubAppWebhookSecret: null,
    encryptionKeys: undefined,
  };
  expect(parseHostSettings({})).toEqual(none);
  expect(parseHostSettings({ GIT_HOST_ALLOWLIST: "", ENCRYPTION_KEYS: "", GITHUB_APP_ID: "" })).toEqual(none);
});

it("reads hosts, the App on one line, and keys", () => {
  const key = Buffer.alloc(32, 7);
  const settings = parseHostSettings({
    GIT_HOST_ALLOWLIST: "GitLab.acme.internal, 10.0.0.7:8080",
    GITHUB_APP_ID: "77",
    GITHUB_APP_PRIVATE_KEY: "-----BEGIN-----\\nabc\\n",
    GITHUB_APP_INSTALLATIONS: "w1:5, w2:6",
    GITHUB_APP_URL: "https://git.acme.example",
    GITHUB_APP_SLUG: "knockon",
    GITHUB_APP_CLIENT_ID: "Iv1.7",
    GITHUB_APP_CLIENT_SECRET: "secret",
    ENCRYPTION_KEYS: `1:${key.toString("base64")}`,
  });
  expect(settings.allowedHosts).toEqual(["gitlab.acme.internal", "10.0.0.7:8080"]);
  expect(settings.githubApp).toEqual({
    id: "77",
    privateKey: "-----BEGIN-----\nabc\n",
    url: "https://git.acme.example",
    granted: new Set(["w1:5", "w2:6"]),
  });
  expect(settings.githubAppSetup).toEqual({
    url: "https://git.acme.example",
    slug: "knockon",
    clientId: "Iv1.7",
    clientSecret: "secret",
  });
  expect([...(settings.encryptionKeys ?? [])]).toEqual([[1, key]]);
});

it("refuses half an App, and keys that are none, without repeating them", () => {
  expect(() => parseHostSettings({ GITHUB_APP_ID: "77" })).toThrow("set together or not at all");
  expect(() => parseHostSettings({ GITHUB_APP_SLUG: "knockon", GITHUB_APP_CLIENT_SECRET: "s" })).toThrow(
    /^(?!.*"s")GITHUB_APP_SLUG, .* are set together or not at all/u,
  );
  expect(() => parseHostSettings({ ENCRYPTION_KEYS: "1:secret" })).toThrow(
    /^(?!.*secret)ENCRYPTION_KEYS is not/u,
  );
});
