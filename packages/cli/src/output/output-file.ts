import { once } from "node:events";
import { open } from "node:fs/promises";

export interface OutputFile {
  /** Writes a text, or the parts of a text one after another. */
  write(text: string | Iterable<string>): Promise<void>;
}

/** Opens a file before the work for it starts; `-` is standard output. It keeps its contents until there are new ones. */
export async function openOutput(path: string): Promise<OutputFile> {
  if (path === "-") return { write: writeToStandardOutput };
  const file = await open(path, "a");
  return {
    async write(text) {
      try {
        if ((await file.stat()).isFile()) await file.truncate();
        await file.writeFile(text);
      } finally {
        await file.close();
      }
    },
  };
}

async function writeToStandardOutput(text: string | Iterable<string>): Promise<void> {
  for (const part of typeof text === "string" ? [text] : text)
    if (!process.stdout.write(part)) await once(process.stdout, "drain");
}
