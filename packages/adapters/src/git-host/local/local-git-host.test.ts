import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { localGitHost } from "./local-git-host.ts";
import { createRepository } from "./testing/temporary-repository.ts";

let folder: string;

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "knockon-host-")));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  createRepository(join(folder, "inside/acme/api"), { "README.md": "api\n" });
  createRepository(join(folder, "outside/acme/secret"), { "README.md": "secret\n" });
});

const identify = (url: string, ...roots: string[]) =>
  localGitHost(
    join(folder, url),
    roots.map((root) => join(folder, root)),
  ).identify();

describe("localGitHost", () => {
  it("opens a root and paths below it, by their real path", async () => {
    symlinkSync(join(folder, "inside"), join(folder, "link"));
    const acme = { platformId: join(folder, "inside/acme") };
    expect(await identify("inside/acme", "inside")).toEqual(acme);
    expect(await identify("inside/acme", "inside/acme")).toEqual(acme);
    expect(await identify("inside/acme", "link")).toEqual(acme);
    expect(await identify("link/acme", "link")).toEqual(acme);
  });

  it.each(["outside/acme", "outside/absent", "inside/../outside/acme", "inside-out", "inside/escape"])(
    "rejects %s without revealing whether it exists [D-5.14]",
    async (url) => {
      mkdirSync(join(folder, "inside-out"));
      symlinkSync(join(folder, "outside/acme"), join(folder, "inside/escape"));
      await expect(identify(url, "inside")).rejects.toThrow(
        `${join(folder, url)} is outside LOCAL_ORG_ROOTS.`,
      );
    },
  );

  it("reports a missing or empty folder", async () => {
    mkdirSync(join(folder, "inside/empty"));
    await expect(identify("inside/absent", "inside")).rejects.toThrow("inside/absent does not exist.");
    await expect(identify("inside/empty", "inside")).rejects.toThrow("There is no git repository in");
  });

  describe("untrusted contents below a root", () => {
    const list = (file: string, path: string) =>
      writeFileSync(join(folder, file), `${JSON.stringify({ full_path: "acme/secret", path })}\n`);

    it.each(["outside/acme/secret", "outside/absent"])(
      "rejects a listing file that names %s",
      async (path) => {
        list("inside/acme/listing.jsonl", join(folder, path));
        await expect(identify("inside/acme/listing.jsonl", "inside")).rejects.toThrow(
          "listing.jsonl resolves to a path outside LOCAL_ORG_ROOTS.",
        );
      },
    );

    it("rejects a repository whose .git is elsewhere", async () => {
      mkdirSync(join(folder, "inside/labs/linked"), { recursive: true });
      symlinkSync(join(folder, "outside/acme/secret/.git"), join(folder, "inside/labs/linked/.git"));
      await expect(identify("inside/labs", "inside")).rejects.toThrow(
        "inside/labs resolves to a path outside",
      );
      rmSync(join(folder, "inside/labs/linked/.git"));
      writeFileSync(
        join(folder, "inside/labs/linked/.git"),
        `gitdir: ${join(folder, "outside/acme/secret/.git")}\n`,
      );
      await expect(identify("inside/labs", "inside")).rejects.toThrow(
        "inside/labs resolves to a path outside",
      );
    });

    it("restricts listing files to the root, unless the file itself is a root", async () => {
      list("inside/acme/listing.jsonl", "api");
      await expect(identify("inside/acme/listing.jsonl", "inside")).resolves.toBeDefined();
      list("listing.jsonl", "outside/acme/secret");
      await expect(identify("listing.jsonl", "listing.jsonl")).resolves.toBeDefined();
    });
  });

  it("lists the other repositories if a listing file names a missing one, and one of two clones", async () => {
    const listed = ["api", "gone", "clone"].map((path) => JSON.stringify({ full_path: "acme/api", path }));
    createRepository(join(folder, "inside/acme/clone"), { "README.md": "api\n" });
    const listing = join(folder, "inside/acme/listing.jsonl");
    writeFileSync(listing, listed.join("\n"));
    expect(await localGitHost(listing, [join(folder, "inside")]).listRepositories(null)).toMatchObject({
      repositories: [{ fullPath: "acme/api", platformId: join(folder, "inside/acme/api/.git") }],
      incomplete: "Some folders can't be read or contain no repository.",
      warnings: [
        expect.stringContaining("listing.jsonl:2: there is no git repository at"),
        expect.stringContaining("acme/api: only"),
      ],
    });
  });

  it("rejects every path without a root [D-5.13]", async () => {
    await expect(identify("inside")).rejects.toThrow("is outside LOCAL_ORG_ROOTS.");
  });
});
