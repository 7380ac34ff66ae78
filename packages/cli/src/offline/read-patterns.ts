import { readFile } from "node:fs/promises";
import { NewHeuristicPatterns } from "@knockon/contract/resources/heuristic-pattern";
import type { HeuristicPattern } from "@knockon/extract/ecosystem";
import { findPatternFault } from "@knockon/extract/references/pattern-fault";
import { UsageError } from "../usage-error.ts";

/** The patterns of a file, of the same shape as the service takes. Throws UsageError, naming the entry. */
export async function readPatterns(file: string): Promise<HeuristicPattern[]> {
  const { data, error } = NewHeuristicPatterns.safeParse(parseJson(file, await readFile(file, "utf8")));
  if (error) {
    const [issue] = error.issues;
    throw new UsageError(`${file}: ${placeOf(issue?.path ?? [])}${issue?.message ?? ""}`);
  }
  return data.map(({ artifact_type: artifactType, ...one }, index) => {
    const pattern = { ...one, artifactType };
    const fault = findPatternFault(pattern);
    if (fault) throw new UsageError(`${file}: ${placeOf([index, fault.field])}${fault.message}`);
    return pattern;
  });
}

function parseJson(file: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError(`${file}: this is not JSON.`);
  }
}

/** Entries are counted from 1. */
const placeOf = ([index, ...fields]: PropertyKey[]): string =>
  index === undefined
    ? ""
    : `entry ${Number(index) + 1}: ${fields.map((field) => `${String(field)}: `).join("")}`;
