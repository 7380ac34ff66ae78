import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";

/** A patch that breaks the product on purpose, and the tests that must notice. */
export interface Mutant {
  name: string;
  patch: string;
  breaks: string;
  redTests: string[];
}

/** Every `*.patch` of the folder, by name. Throws for one that does not say what it breaks and which tests turn red. */
export async function readMutants(folder: string): Promise<Mutant[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".patch")).toSorted();
  return Promise.all(
    files.map(async (file) => parseMutant(join(folder, file), await readFile(join(folder, file), "utf8"))),
  );
}

function parseMutant(patch: string, text: string): Mutant {
  const header = (field: string): string[] =>
    text
      .split("\n")
      .flatMap((line) => (line.startsWith(`# ${field}: `) ? [line.slice(field.length + 4)] : []));
  const [breaks] = header("breaks");
  const redTests = header("red");
  if (breaks === undefined || redTests.length === 0) {
    throw new Error(`${patch} needs the lines "# breaks: what" and "# red: a test file".`);
  }
  return { name: basename(patch, ".patch"), patch, breaks, redTests };
}
