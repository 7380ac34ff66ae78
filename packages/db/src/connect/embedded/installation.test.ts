import { mkdir, mkdtemp, readlink, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EmbeddedPostgresError } from "./embedded-postgres-error.ts";
import { getInstallation, restoreSymlinks } from "./installation.ts";

describe("getInstallation", () => {
  it("points to DATABASE_URL on a platform without binaries", async () => {
    const finding = getInstallation(undefined, "plan9", "mips");
    await expect(finding).rejects.toBeInstanceOf(EmbeddedPostgresError);
    await expect(finding).rejects.toThrow(
      "No embedded Postgres is installed for plan9-mips. Set DATABASE_URL to your own Postgres 18.",
    );
  });

  it("returns the major version of the binaries", async () => {
    expect((await getInstallation()).majorVersion).toBe("18");
  });
});

describe("restoreSymlinks", () => {
  let root: string;

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "knockon-package-"));
    await mkdir(join(root, "native", "lib"), { recursive: true });
    await writeFile(
      join(root, "native", "pg-symlinks.json"),
      JSON.stringify([
        { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so" },
        { source: "native/lib/libpq.so.5.18", target: "native/lib/libpq.so.5" },
      ]),
    );
  });

  afterEach(async () => {
    await rm(root, { recursive: true });
  });

  it("creates relative links, so that the package can be moved, and tolerates concurrent calls", async () => {
    await Promise.all([restoreSymlinks(root), restoreSymlinks(root)]);
    expect(await readlink(join(root, "native/lib/libpq.so"))).toBe("libpq.so.5.18");
    expect(await readlink(join(root, "native/lib/libpq.so.5"))).toBe("libpq.so.5.18");
  });

  it("names the folder in which a link cannot be created", async () => {
    await rm(join(root, "native", "lib"), { recursive: true });
    await expect(restoreSymlinks(root)).rejects.toThrow(
      `symlinks for the embedded Postgres in ${join(root, "native/lib")} (ENOENT)`,
    );
  });
});
