import { ECOSYSTEMS } from "../registry.ts";

/** One or two typical files of every kind that an ecosystem reads: `corpus.ts` beside each. */
export const CORPUS: readonly { path: string; text: string }[] = (
  await Promise.all(ECOSYSTEMS.map(({ id }) => corpusOf(id)))
).flat();

async function corpusOf(id: string): Promise<{ path: string; text: string }[]> {
  const folder = id === "references" ? id : `ecosystems/${id}`;
  const { corpus } = (await import(new URL(`../${folder}/corpus.ts`, import.meta.url).href)) as {
    corpus: Record<string, string>;
  };
  return Object.entries(corpus).map(([path, text]) => ({ path, text }));
}
