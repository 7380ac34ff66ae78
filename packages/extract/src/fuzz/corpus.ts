import { ECOSYSTEMS } from "../registry.ts";

/** One or two typical files of every kind that is read: `corpus.ts` beside each reader. */
export const CORPUS: readonly { path: string; text: string }[] = (
  await Promise.all([
    ...ECOSYSTEMS.map(({ id }) => corpusOf(id === "references" ? id : `ecosystems/${id}`)),
    corpusOf("codeowners"),
  ])
).flat();

async function corpusOf(folder: string): Promise<{ path: string; text: string }[]> {
  const { corpus } = (await import(new URL(`../${folder}/corpus.ts`, import.meta.url).href)) as {
    corpus: Record<string, string>;
  };
  return Object.entries(corpus).map(([path, text]) => ({ path, text }));
}
