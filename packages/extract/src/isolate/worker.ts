/** Entry of the worker thread that runs the parsers. It can be ended without affecting the process. */
async function serve(): Promise<void> {
  await import("./resolve-sources.ts");
  const { ECOSYSTEMS } = await import("../registry.ts");
  const { serveExtraction } = await import("./serve-extraction.ts");
  serveExtraction(ECOSYSTEMS);
}

void serve();
