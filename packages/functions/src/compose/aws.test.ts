import { generateKeyPairSync } from "node:crypto";
import { CredentialRefusedError } from "@knockon/core/ports/git-host";
import { expect, it } from "vitest";
import { composeAws } from "./aws.ts";
import { composeGitHosts } from "./aws-ports.ts";

const DATABASE_URL = "postgres://none@127.0.0.1:1/none";

const { privateKey } = generateKeyPairSync("rsa", {
  modulusLength: 2048,
  publicKeyEncoding: { type: "spki", format: "pem" },
  privateKeyEncoding: { type: "pkcs8", format: "pem" },
});

it("refuses an installation that the workspace neither recorded nor was granted, without a request to GitHub [D-5.11]", async () => {
  for (const GITHUB_APP_INSTALLATIONS of [undefined, "", "w2:5,w1:6"]) {
    const env = {
      DATABASE_URL,
      GITHUB_APP_ID: "77",
      GITHUB_APP_PRIVATE_KEY: privateKey,
      ...(GITHUB_APP_INSTALLATIONS !== undefined && { GITHUB_APP_INSTALLATIONS }),
    };
    const { ports } = composeAws(env, [composeGitHosts]);
    const credential = {
      type: "installation",
      installationId: "5",
      workspaceId: "w1",
      isRecorded: false,
    } as const;
    const host = ports.openGitHost({ platform: "github", url: "https://github.com/acme", credential });
    await expect(host.identify()).rejects.toThrow(CredentialRefusedError);
  }
});

it("names the missing port of a function", () => {
  const { ports } = composeAws({ DATABASE_URL }, [composeGitHosts]);
  expect(ports.openGitHost).toBeTypeOf("function");
  expect(() => ports.queue).toThrow("This function has no port queue. Add it in operation-needs.ts.");
});

it("creates no link without the address of the application", () => {
  expect(composeAws({ DATABASE_URL, APP_URL: "https://acme.test" }).settings.appUrl).toBe(
    "https://acme.test",
  );
  expect(() => composeAws({ DATABASE_URL }).settings.appUrl).toThrow(/APP_URL/u);
});
