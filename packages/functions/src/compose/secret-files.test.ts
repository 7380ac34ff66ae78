import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { readSecretFiles, SECRETS } from "./secret-files.ts";
import { SERVER_SETTINGS } from "./variables.ts";

it("reads secrets from files, without the line break at the end", async () => {
  const folder = await temporaryFolder({ session: "first\nsecond\n" });
  const env = { SESSION_SECRET_FILE: join(folder, "session"), SMTP_URL: "smtp://localhost" };
  expect(readSecretFiles(env)).toMatchObject({
    SESSION_SECRET: "first\nsecond",
    SMTP_URL: "smtp://localhost",
  });
});

it("names the variable of a file that cannot be read, and one that is set in both ways", () => {
  expect(() => readSecretFiles({ METRICS_TOKEN_FILE: "/nowhere/token" })).toThrow(
    /^Cannot read METRICS_TOKEN_FILE: ENOENT/u,
  );
  expect(() => readSecretFiles({ METRICS_TOKEN_FILE: "/nowhere", METRICS_TOKEN: "token" })).toThrow(
    "Set either METRICS_TOKEN or METRICS_TOKEN_FILE.",
  );
});

it("knows only settings, and each whose name is that of a secret", () => {
  const names = SERVER_SETTINGS.flatMap(({ settings }) => settings.flatMap((setting) => setting.names));
  expect(names).toEqual(expect.arrayContaining([...SECRETS]));
  expect(SECRETS).toEqual(
    expect.arrayContaining(
      names.filter((name) => /_(?:SECRET|SECRET_KEY|PRIVATE_KEY|TOKEN|KEYS)$/u.test(name)),
    ),
  );
});
