import { at, entriesOf, scalarAt } from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import { emptyFacts, type DockerFacts } from "./facts.ts";

const FILE = /(?:^|\/)\.ko\.ya?ml$/;

export const isKo = (path: string): boolean => FILE.test(path);

/** Reads the images that `ko` adds Go programs to: `defaultBaseImage`, and those of single programs. */
export function readKo(file: SourceFile): DockerFacts {
  const facts = emptyFacts("ko");
  for (const root of file.yaml()) {
    const overrides = at(root, "baseImageOverrides");
    const images = [
      scalarAt(root, "defaultBaseImage"),
      ...entriesOf(overrides).map(({ key }) => scalarAt(overrides, key)),
    ];
    for (const image of images)
      if (image && image.text !== "")
        facts.uses.push({ line: image.line, text: image.text, unbound: null, rule: "docker.ko_base" });
  }
  return facts;
}
