import { open } from "node:fs/promises";

export interface OutputFile {
  write(text: string): Promise<void>;
}

/** Opens a file before the work for it starts; `-` is standard output. It keeps its contents until there are new ones. */
export async function openOutput(path: string): Promise<OutputFile> {
  if (path === "-") return { write: async (text) => void process.stdout.write(text) };
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
