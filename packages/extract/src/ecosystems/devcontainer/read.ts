import { at, entriesOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

/** A line that uses an image or a feature. */
export interface Use {
  rule: "devcontainer.image" | "devcontainer.feature" | "devcontainer.depends_on";
  text: string;
  line: number;
}

export interface DevcontainerFacts {
  uses: Use[];
  /** The feature that the file is the manifest of. */
  feature: { id: string; version: string | null; line: number } | null;
}

const ID = /^[\w.-]+$/;

/** Reads the facts of a dev container or a feature. Throws SyntaxProblem. */
export function readDevcontainerFile(file: SourceFile): DevcontainerFacts {
  const document = file.json();
  if (document.kind !== "map") throw new SyntaxProblem("The file must be a JSON object.", document.line);
  if (file.path.endsWith("-feature.json")) {
    const id = scalarAt(document, "id");
    const version = textOf(at(document, "version")) || null;
    return {
      uses: features("devcontainer.depends_on", document, "dependsOn"),
      feature: id && ID.test(id.text) ? { id: id.text, version, line: id.line } : null,
    };
  }
  return {
    uses: [...images(document), ...features("devcontainer.feature", document, "features")],
    feature: null,
  };
}

function images(document: DataNode): Use[] {
  const image = scalarAt(document, "image");
  if (!image || image.text === "") return [];
  return [{ rule: "devcontainer.image", text: image.text.trim(), line: image.line }];
}

/** The keys are the references. */
function features(rule: Use["rule"], document: DataNode, key: string): Use[] {
  const node = at(document, key);
  if (node && node.kind !== "map" && textOf(node) !== "")
    throw new SyntaxProblem(`"${key}" must be an object.`, node.line);
  return entriesOf(node)
    .filter((entry) => entry.key !== "")
    .map((entry) => ({ rule, text: entry.key.trim(), line: entry.line }));
}
