import { describe, expect, it } from "vitest";
import {
  parseAllowedOrigins,
  parseAppUrl,
  parseBlobStore,
  parseHostSettings,
  parseMailSettings,
  parseMetricsToken,
  parseMutationLimit,
  parseOwnershipSetting,
  parseSessionSecret,
  parseSignInSettings,
  parseStripeSettings,
} from "./settings.ts";

describe("parseHostSettings", () => {
  it("allows nothing by default", () => {
    const none = {
      allowedHosts: [],
      githubApp: null,
      githubAppSetup: null,
      githubAppWebhookSecret: null,
      encryptionKeys: undefined,
    };
    expect(parseHostSettings({})).toEqual(none);
    expect(parseHostSettings({ GIT_HOST_ALLOWLIST: "", ENCRYPTION_KEYS: "", GITHUB_APP_ID: "" })).toEqual(
      none,
    );
  });

  it("parses hosts, a GitHub App with its key on one line, and encryption keys", () => {
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

  it("rejects an incomplete App and invalid keys without naming their values", () => {
    expect(() => parseHostSettings({ GITHUB_APP_ID: "77" })).toThrow(
      "Set both GITHUB_APP_ID and GITHUB_APP_PRIVATE_KEY, or neither.",
    );
    expect(() => parseHostSettings({ GITHUB_APP_SLUG: "knockon", GITHUB_APP_CLIENT_SECRET: "s" })).toThrow(
      /^(?!.*"s")Set all of GITHUB_APP_SLUG, .*, or none\.$/u,
    );
    expect(() => parseHostSettings({ ENCRYPTION_KEYS: "1:secret" })).toThrow(
      /^(?!.*secret)ENCRYPTION_KEYS is not/u,
    );
  });
});

describe("parseSignInSettings", () => {
  const GITLAB = { GITLAB_CLIENT_ID: "id", GITLAB_CLIENT_SECRET: "secret" };

  it("has no provider by default", () => {
    expect(parseSignInSettings({})).toEqual({});
    expect(
      parseSignInSettings({ GITHUB_CLIENT_ID: "", GITLAB_ISSUER: "https://gitlab.acme.example" }),
    ).toEqual({});
  });

  it("parses GitHub, GitLab and a self-hosted GitLab", () => {
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

  it("rejects an incomplete client and an invalid issuer without naming their values", () => {
    expect(() => parseSignInSettings({ GITHUB_CLIENT_SECRET: "secret" })).toThrow(
      "Set both GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET, or neither.",
    );
    expect(() => parseSignInSettings({ ...GITLAB, GITLAB_ISSUER: "gitlab" })).toThrow(
      "GITLAB_ISSUER is not an http or https URL.",
    );
  });
});

describe("parseSessionSecret", () => {
  it("is undefined by default", () => {
    expect(parseSessionSecret({})).toBeUndefined();
    expect(parseSessionSecret({ SESSION_SECRET: "" })).toBeUndefined();
    const SESSION_SECRET = "0123456789abcdef".repeat(2);
    expect(parseSessionSecret({ SESSION_SECRET })).toBe(SESSION_SECRET);
  });

  it.each(["x".repeat(43), "\0".repeat(43), "abc ".repeat(10)])(
    "rejects %j, which can be guessed",
    (secret) => {
      expect(() => parseSessionSecret({ SESSION_SECRET: secret })).toThrow(
        "SESSION_SECRET repeats a few characters. Choose a random one.",
      );
    },
  );

  it("rejects a short secret without naming it", () => {
    expect(() => parseSessionSecret({ SESSION_SECRET: "short one" })).toThrow(
      /^(?!.*short one)SESSION_SECRET must have at least 32 characters\.$/u,
    );
  });
});

describe("parseStripeSettings", () => {
  it("is null without a key", () => {
    expect(parseStripeSettings({})).toBeNull();
    expect(parseStripeSettings({ STRIPE_SECRET_KEY: "", STRIPE_WEBHOOK_SECRET: "" })).toBeNull();
  });

  it("parses keys of the stage's mode, with or without a webhook secret", () => {
    expect(parseStripeSettings({ STRIPE_SECRET_KEY: "sk_test_1", STRIPE_WEBHOOK_SECRET: "whsec_1" })).toEqual(
      {
        secretKey: "sk_test_1",
        webhookSecret: "whsec_1",
        isLive: false,
      },
    );
    expect(parseStripeSettings({ STRIPE_SECRET_KEY: "rk_live_1", STRIPE_LIVEMODE: "true" })).toEqual({
      secretKey: "rk_live_1",
      webhookSecret: undefined,
      isLive: true,
    });
  });

  it("allows a fake only in test mode", () => {
    const env = { STRIPE_SECRET_KEY: "sk_test_1", STRIPE_API_URL: "http://127.0.0.1:12111" };
    expect(parseStripeSettings(env)?.apiUrl?.origin).toBe("http://127.0.0.1:12111");
    const live = { ...env, STRIPE_SECRET_KEY: "sk_live_1", STRIPE_LIVEMODE: "true" };
    expect(() => parseStripeSettings(live)).toThrow(/^STRIPE_API_URL/u);
  });

  it.each([
    ["a test key in live mode", { STRIPE_SECRET_KEY: "sk_test_s3cret", STRIPE_LIVEMODE: "true" }],
    ["a live key in test mode", { STRIPE_SECRET_KEY: "sk_live_s3cret" }],
    ["an invalid key", { STRIPE_SECRET_KEY: "s3cret" }],
    ["a webhook secret without a key", { STRIPE_WEBHOOK_SECRET: "s3cret" }],
  ])("rejects %s without naming it", (_what, env) => {
    expect(() => parseStripeSettings(env)).toThrow(/^STRIPE_(?!.*s3cret)/u);
  });
});

it("parseOwnershipSetting is off by default, and ranks people only with the signal [IF-1.13]", () => {
  const [signal, people] = [{ OWNERSHIP_SIGNAL_ENABLED: "true" }, { OWNERSHIP_PEOPLE_ENABLED: "true" }];
  expect(parseOwnershipSetting({})).toBe("off");
  expect(parseOwnershipSetting({ OWNERSHIP_SIGNAL_ENABLED: "false", ...people })).toBe("off");
  expect(parseOwnershipSetting(people)).toBe("off");
  expect(parseOwnershipSetting(signal)).toBe("signal");
  expect(parseOwnershipSetting({ ...signal, ...people })).toBe("people");
});

describe("parseMutationLimit", () => {
  it("is 60 by default", () => {
    expect(parseMutationLimit({})).toBe(60);
    expect(parseMutationLimit({ RATELIMIT_AUTHENTICATED_MUTATIONS: "120" })).toBe(120);
  });

  it.each(["0", "-1", "1.5", "many", "10000000"])("rejects %s", (RATELIMIT_AUTHENTICATED_MUTATIONS) => {
    expect(() => parseMutationLimit({ RATELIMIT_AUTHENTICATED_MUTATIONS })).toThrow("is invalid");
  });
});

describe("parseAppUrl and parseAllowedOrigins", () => {
  it("return origins without a trailing slash", () => {
    expect([{}, { APP_URL: "" }, { APP_URL: "https://K.acme.example/" }].map(parseAppUrl)).toEqual([
      null,
      null,
      "https://k.acme.example",
    ]);
    expect(parseAllowedOrigins({ ALLOWED_ORIGINS: "https://a.example, http://b.example:8080/" })).toEqual([
      "https://a.example",
      "http://b.example:8080",
    ]);
    expect(parseAllowedOrigins({})).toEqual([]);
  });

  it.each(["knockon.acme.example", "https://a.example/app", "https://u:p@a.example", "ftp://a.example"])(
    "reject %s",
    (text) => {
      expect(() => parseAppUrl({ APP_URL: text })).toThrow("Use a URL without a path");
      expect(() => parseAllowedOrigins({ ALLOWED_ORIGINS: text })).toThrow(
        `ALLOWED_ORIGINS contains "${text}".`,
      );
    },
  );
});

describe("parseMailSettings", () => {
  it("returns the server and the sender, or null", () => {
    expect(parseMailSettings({ MAIL_SENDER: "k@acme.example" })).toBe(null);
    const SMTP_URL = "smtps://ada:secret@mail.acme.example";
    expect(parseMailSettings({ SMTP_URL, MAIL_SENDER: "k@acme.example" })).toEqual({
      smtpUrl: new URL(SMTP_URL),
      sender: "k@acme.example",
    });
  });

  it.each([
    [
      { SMTP_URL: "https://ada:secret@mail.acme.example", MAIL_SENDER: "k@acme.example" },
      "SMTP_URL is invalid.",
    ],
    [{ SMTP_URL: "smtp://", MAIL_SENDER: "k@acme.example" }, "SMTP_URL is invalid."],
    [{ SMTP_URL: "smtp://ada:secret@mail.acme.example" }, "SMTP_URL requires MAIL_SENDER"],
    [
      { SMTP_URL: "smtp://mail.acme.example", MAIL_SENDER: "K <k@acme.example>" },
      "SMTP_URL requires MAIL_SENDER",
    ],
  ])("rejects %j without its password", (env, message) => {
    expect(() => parseMailSettings(env)).toThrow(message);
    expect(() => parseMailSettings(env)).not.toThrow("secret");
  });
});

it("parseBlobStore returns files, Postgres or a bucket", () => {
  expect(
    [undefined, "", "file", "postgres", "s3://acme-knockon"].map((BLOB_STORE) =>
      parseBlobStore({ BLOB_STORE }),
    ),
  ).toEqual([
    { kind: "file" },
    { kind: "file" },
    { kind: "file" },
    { kind: "postgres" },
    { kind: "s3", bucket: "acme-knockon" },
  ]);
  for (const BLOB_STORE of ["s3://", "s3://a/b", "s3://UPPER", "gcs://acme", "/var/blobs"])
    expect(() => parseBlobStore({ BLOB_STORE })).toThrow('Use "file", "postgres" or "s3://BUCKET".');
});

it("parseMetricsToken rejects a token that can be guessed", () => {
  expect([{}, { METRICS_TOKEN: "0123456789abcdef" }].map(parseMetricsToken)).toEqual([
    null,
    "0123456789abcdef",
  ]);
  expect(() => parseMetricsToken({ METRICS_TOKEN: "secret" })).toThrow("at least 16 characters");
  expect(() => parseMetricsToken({ METRICS_TOKEN: "secret" })).not.toThrow("secret.");
});
