import { NewHeuristicPatterns } from "@knockon/contract/resources/heuristic-pattern";
import type { HeuristicPattern } from "@knockon/extract/ecosystem";
import { findPatternFault } from "@knockon/extract/references/pattern-fault";
import { UsageError } from "../arguments.ts";
import { readInput } from "../input.ts";

/** Reads patterns in the shape that the API accepts. Throws UsageError with the number of the invalid entry. */
export async function readPatterns(file: string): Promise<HeuristicPattern[]> {
  const { data, error } = NewHeuristicPatterns.safeParse(parseJson(file, await readInput(file)));
  if (error) {
    const [issue] = error.issues;
    throw new UsageError(`${file}: ${describePlace(issue?.path ?? [])}${issue?.message ?? ""}`);
  }
  return data.map(({ artifact_type: artifactType, ...one }, index) => {
    const pattern = { ...one, artifactType };
    const fault = findPatternFault(pattern);
    if (fault) throw new UsageError(`${file}: ${describePlace([index, fault.field])}${fault.message}`);
    return pattern;
  });
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file}: Invalid JSON.`);
  }
}

const describePlace = ([index, ...fields]: PropertyKey[]): string =>
  index === undefined
    ? ""
    : `entry ${Number(index) + 1}: ${fields.map((field) => `${String(field)}: `).join("")}`;
