import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { filesOf } from "../scale/files.ts";
import { makeRepository, type Organization } from "../scale/organization.ts";

const COMMIT = "commit refs/heads/main\ncommitter Ada <ada@acme.example> 1767225600 +0000\ndata 4\nInit\n";

/** Writes an organization as bare repositories below `folder`, and returns a listing file of them. */
export async function writeOrganization(
  folder: string,
  name: string,
  organization: Organization,
): Promise<string> {
  const root = join(folder, name);
  await mkdir(root, { recursive: true });
  const lines: string[] = [];
  for (let index = 0; index < organization.repositories; index++) {
    const path = join(root, `repository-${index}.git`);
    writeRepository(path, filesOf(makeRepository(organization, index)));
    lines.push(
      `${JSON.stringify({
        full_path: `${name}/repository-${index}`,
        path,
        clone_url: `https://github.com/${name}/repository-${index}.git`,
        default_branch: "main",
      })}\n`,
    );
  }
  const listing = join(folder, `${name}.jsonl`);
  await writeFile(listing, lines.join(""));
  return listing;
}

function writeRepository(path: string, files: ReadonlyMap<string, string>): void {
  execFileSync("git", ["init", "--quiet", "--bare", "--template=", "--initial-branch=main", path]);
  const changes = [...files].map(
    ([file, text]) => `M 100644 inline ${JSON.stringify(file)}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
  );
  execFileSync("git", ["-C", path, "fast-import", "--quiet"], { input: COMMIT + changes.join("") });
}
