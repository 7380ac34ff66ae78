import { at, itemsOf, scalarAt, textOf, type DataNode } from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import { expandVariables } from "../ansible/molecule.ts";
import { emptyFacts, isBoxName, type BoxUse, type VagrantFacts } from "./facts.ts";

/** Reads the boxes of Test Kitchen: of the driver, and of the drivers of platforms and suites. Throws SyntaxProblem. */
export function readKitchen(file: SourceFile): VagrantFacts {
  const [document] = file.yaml();
  const parts = [document, ...itemsOf(at(document, "platforms")), ...itemsOf(at(document, "suites"))];
  return { ...emptyFacts(), uses: parts.flatMap((part) => boxOf("kitchen", at(part, "driver"))) };
}

/** Reads the boxes of the platforms of a Molecule scenario. Throws SyntaxProblem. */
export function readScenario(file: SourceFile): VagrantFacts {
  const platforms = itemsOf(at(file.yaml()[0], "platforms"));
  return { ...emptyFacts(), uses: platforms.flatMap((platform) => boxOf("molecule", platform)) };
}

function boxOf(rule: BoxUse["rule"], machine: DataNode | undefined): BoxUse[] {
  const box = scalarAt(machine, "box");
  const name = expandVariables(box?.text ?? "");
  if (!box || !isBoxName(name)) return [];
  const version = textOf(at(machine, "box_version"));
  return [{ rule, line: box.line, name, version: version ? expandVariables(version) : null }];
}
