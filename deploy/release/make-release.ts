import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { buildPackage } from "@knockon/cli/build/build-package";
import { ROOT } from "@knockon/cli/build/bundle";
import { buildServer } from "../server/build-server.ts";
import { renderBillOfMaterials } from "./bill-of-materials.ts";

const run = promisify(execFile);

/**
 * Makes the files of a release but for the image: the npm package, the server archive, the chart, a bill of materials for both bundles,
 * the changelog's section and checksums. Returns their names.
 */
export async function makeRelease(outFolder: string, say: (line: string) => void): Promise<string[]> {
  const { version } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { version: string };
  const work = join(outFolder, "work");
  await rm(outFolder, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  const server = join(work, `knockon-server-${version}`);
  await buildServer(server, say);
  await pack(join(outFolder, `knockon-server-${version}.tar.gz`), work, basename(server));
  await pack(join(outFolder, `knockon-chart-${version}.tgz`), join(ROOT, "deploy/helm"), "knockon");
  const tarball = await buildPackage(work);
  await rename(tarball, join(outFolder, basename(tarball)));
  for (const [name, folder] of [
    [`knockon-server-${version}`, server],
    [`knockon-${version}`, join(work, "cli")],
  ] as const) {
    const bill = await renderBillOfMaterials(name, version, folder);
    await writeFile(join(outFolder, `${name}.cdx.json`), `${JSON.stringify(bill, undefined, 2)}\n`);
  }
  await writeFile(join(outFolder, "CHANGES.md"), await readChanges(version));
  await rm(work, { recursive: true });
  const names = (await readdir(outFolder)).toSorted();
  const sums = await Promise.all(
    names.map(async (name) => `${await digestOf(join(outFolder, name))}  ${name}\n`),
  );
  await writeFile(join(outFolder, "SHA256SUMS"), sums.join(""));
  return [...names, "SHA256SUMS"];
}

/** Packs a folder so that the same files give the same archive: sorted, without owners, with the time of the last commit. */
async function pack(archive: string, parent: string, folder: string): Promise<void> {
  const { stdout: time } = await run("git", ["log", "-1", "--format=%ct"], { cwd: ROOT });
  const options = ["--sort=name", "--owner=0", "--group=0", "--numeric-owner", `--mtime=@${time.trim()}`];
  await run("tar", [...options, "--use-compress-program=gzip -n", "-cf", archive, "-C", parent, folder]);
}

const digestOf = async (path: string): Promise<string> =>
  createHash("sha256")
    .update(await readFile(path))
    .digest("hex");

/** Returns the changelog's section of a version, or what is not released yet. */
async function readChanges(version: string): Promise<string> {
  const changelog = await readFile(join(ROOT, "CHANGELOG.md"), "utf8");
  const sections = changelog.split(/^## /mu).slice(1);
  const section =
    sections.find((text) => text.startsWith(version)) ??
    sections.find((text) => text.startsWith("Unreleased"));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section ${version} or Unreleased.`);
  return `${section.slice(section.indexOf("\n")).trim()}\n`;
}
