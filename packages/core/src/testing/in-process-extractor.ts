import type { Extractor } from "@knockon/extract/isolate/extractor";
import { ECOSYSTEMS } from "@knockon/extract/registry";
import { RepositoryExtraction } from "@knockon/extract/repository-extraction";

/** The real extraction of well-behaved files, without a thread to guard against the others. */
export const inProcessExtractor: Extractor = {
  async extract(repository, snapshot) {
    const extraction = new RepositoryExtraction(repository, ECOSYSTEMS);
    const counts = { files: 0, bytes: 0, skipped: {} };
    const tree = await snapshot.tree();
    await snapshot.files(tree, ({ path }, content) => {
      if (typeof content === "string") throw new Error(`${path} is ${content}.`);
      counts.files += 1;
      counts.bytes += content.byteLength;
      extraction.addFile(path, content);
    });
    return { ...extraction.finish(tree), counts };
  },
  async close() {},
};
