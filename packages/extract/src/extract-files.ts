import type { AnyEcosystem, LinkResult, RepositoryIdentity } from "./ecosystem.ts";
import { RepositoryExtraction } from "./repository-extraction.ts";

/** Extracts a repository given as `{path: text}`; the way tests and offline tools feed small repositories. */
export function extractFiles(
  files: Record<string, string>,
  ecosystems: readonly AnyEcosystem[],
  repository: RepositoryIdentity = { fullPath: "acme/app", cloneUrl: "https://github.com/acme/app.git" },
): LinkResult {
  const extraction = new RepositoryExtraction(repository, ecosystems);
  for (const [path, text] of Object.entries(files)) extraction.addFile(path, new TextEncoder().encode(text));
  const tree = Object.keys(files).map((path) => ({ path, mode: "100644", oid: "0".repeat(40) }));
  return extraction.finish(tree);
}
