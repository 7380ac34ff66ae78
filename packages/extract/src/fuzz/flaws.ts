import type { ExtractionResult } from "../ecosystem.ts";
import type { MutatedFile } from "./mutate.ts";

/** Returns the parts of a result that violate a guarantee for every input. */
export function findFlaws(
  { declarations, artifacts, problems, interfaces = [], owners = [] }: ExtractionResult,
  files: readonly MutatedFile[],
): unknown[] {
  const lineCounts = new Map(files.map(({ path, bytes }) => [path, countLines(bytes)]));
  const isLineOf = (path: string | null, line: number | null): boolean =>
    line !== null && line >= 1 && line <= (lineCounts.get(path ?? "") ?? 0);
  return [
    ...[...declarations, ...artifacts, ...problems, ...interfaces, ...owners].filter(
      (each) => !textsOf(each).every(isClean),
    ),
    ...declarations.filter(({ sourceFile, sourceLine }) => !isLineOf(sourceFile, sourceLine)),
    ...declarations.filter(({ locked }) => locked && !isLineOf(locked.file, locked.line ?? 1)),
    ...artifacts.filter((each) => each.sourceLine !== null && !isLineOf(each.sourceFile, each.sourceLine)),
    ...problems.filter(({ file, line }) => line !== null && !isLineOf(file, line)),
    ...interfaces.flatMap((one) => [one, ...one.members].filter(({ file, line }) => !isLineOf(file, line))),
    ...declarations.flatMap((one) => one.arguments ?? []).filter(({ file, line }) => !isLineOf(file, line)),
    ...problems.filter(({ code }) => code === "extractor_error"),
    ...owners.filter((one) => one.owners.length === 0 || one.files.length === 0),
    ...declarations.filter(({ rawReference }) => rawReference === ""),
    ...artifacts.filter(({ name }) => name === ""),
  ];
}

const LINE_FEED = 0x0a;

const countLines = (bytes: Uint8Array): number => bytes.filter((byte) => byte === LINE_FEED).length + 1;

/** Returns every string in a value. */
function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Whether a text is safe for a database and a terminal. */
const isClean = (text: string): boolean => text.isWellFormed() && !/\p{Cc}/u.test(text);
