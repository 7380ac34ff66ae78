import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { commitFiles, createRepository } from "@knockon/adapters/git-host/local/testing/temporary-repository";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { checkOut } from "./checkout.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "knockon-checkout-"));
});
afterEach(() => rm(folder, { recursive: true }));

describe("checkOut", () => {
  it("writes the commit's files without the bot's configuration", async () => {
    const gitDir = createRepository(join(folder, "app"));
    const commitSha = commitFiles(join(folder, "app"), {
      "web/Dockerfile": "FROM alpine\n",
      "renovate.json": "{}",
      ".github/renovate.json5": "{}",
      ".renovaterc": "{}",
      "docs/renovate.json": "{}",
      "package.json": '{"dependencies": {"renovate": "1.0.0"}, "renovate": {"enabled": false}}',
    });
    const target = join(folder, "out");
    await checkOut(gitDir, commitSha, target);
    const written = await readdir(target, { recursive: true });
    expect(written.toSorted()).toEqual(
      ["docs", "docs/renovate.json", "package.json", "web", "web/Dockerfile"].toSorted(),
    );
    expect(JSON.parse(await readFile(join(target, "package.json"), "utf8"))).toEqual({
      dependencies: { renovate: "1.0.0" },
      "no-configuration": { enabled: false },
    });
  });
});
