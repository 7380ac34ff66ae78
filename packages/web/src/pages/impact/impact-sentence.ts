import type { Impact } from "@knockon/contract/resources/impact";
import { countOf, formatCount } from "../../format/count.ts";

export interface Subject {
  root: string;
  artifact?: string | undefined;
  path?: string | undefined;
  version?: string | undefined;
}

/** A piece of a sentence: words, or a name as it is written in code. */
export type Piece = string | { of: keyof Subject; code: string };

/** The answer: what changes, how many that hits, and when. */
export function impactSentence(subject: Subject, summary: Impact["summary"]): Piece[] {
  return [...subjectOf(subject), ` ${reachOf(summary)}`, whenOf(summary.by_adoption)];
}

function subjectOf({ root, artifact, path, version }: Subject): Piece[] {
  return [
    ...(version === undefined
      ? ["Changing "]
      : ["Releasing ", { of: "version", code: version } as const, " of "]),
    ...(path === undefined ? [] : [{ of: "path", code: path } as const, " in "]),
    { of: "root", code: root },
    ...(artifact === undefined
      ? []
      : [", which produces ", { of: "artifact", code: artifact } as const, ","]),
  ];
}

function reachOf({ direct, transitive }: Impact["summary"]): string {
  const total = direct + transitive;
  if (total === 0) return "affects no known repositories.";
  const affected = `affects ${countOf(total, "repository", "repositories")}`;
  if (transitive === 0) return total === 1 ? `${affected} directly.` : `${affected}, all directly.`;
  return direct === 0 ? `${affected}, none directly.` : `${affected}, ${formatCount(direct)} directly.`;
}

function whenOf({ immediate, on_update, pinned, unknown }: Impact["summary"]["by_adoption"]): string {
  const clauses = [
    clause(immediate, "takes it on its next run", "take it on their next run"),
    clause(on_update, "takes it on its next update", "take it on their next update"),
    clause(pinned, "waits for a version bump", "wait for a version bump"),
    unknown > 0 && `timing unknown for ${formatCount(unknown)}`,
  ].filter((text) => text !== false);
  if (clauses.length === 0) return "";
  const text = clauses.join("; ");
  return ` ${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const clause = (count: number, one: string, many: string): string | false =>
  count > 0 && `${formatCount(count)} ${count === 1 ? one : many}`;
