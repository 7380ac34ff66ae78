/**
 * The distinct subjects of some commits, as a sketch: the smallest hashes, from which their number follows (the k minimum
 * values of Bar-Yossef et al., 2002). Two sketches can be merged, and the result does not depend on the order.
 */
export interface Subjects {
  /** Commits with a subject. */
  commits: number;
  /** The smallest 32-bit hashes of different subjects, ascending. */
  hashes: number[];
}

const KEPT = 16;
const HASHES = 2 ** 32;
/** Fewer commits say nothing about their author. */
const MIN_COMMITS = 300;
/** The share of distinct subjects at which commits are the work of a program. */
const MAX_DISTINCT_SHARE = 0.01;

export const noSubjects = (): Subjects => ({ commits: 0, hashes: [] });

/** Adds the subject of a commit. Subjects that differ only in versions, numbers and commits are the same. */
export function addSubject(subjects: Subjects, subject: string): void {
  const shape = shapeOf(subject);
  if (shape === "") return;
  subjects.commits += 1;
  keep(subjects.hashes, hash(shape));
}

export function mergeSubjects(sum: Subjects, more: Subjects): void {
  sum.commits += more.commits;
  for (const one of more.hashes) keep(sum.hashes, one);
}

/** Whether commits repeat so few subjects, hundreds of times, that a program must have written them. */
export const areRepeated = (subjects: Subjects): boolean =>
  subjects.commits >= MIN_COMMITS && distinct(subjects) <= subjects.commits * MAX_DISTINCT_SHARE;

function distinct({ hashes }: Subjects): number {
  const largest = hashes[KEPT - 1];
  return largest === undefined ? hashes.length : ((KEPT - 1) * HASHES) / largest;
}

/** Inserts a hash in ascending order, unless it is there already or too large. */
function keep(hashes: number[], one: number): void {
  const at = hashes.findLastIndex((other) => other <= one);
  if (hashes[at] === one || at === KEPT - 1) return;
  hashes.splice(at + 1, 0, one);
  if (hashes.length > KEPT) hashes.pop();
}

const MAX_LENGTH = 200;
const WORD = /[^\s/:=@"'`()[\]]+/g;

/** Replaces words with a digit: versions, numbers and commits. */
const shapeOf = (subject: string): string =>
  subject
    .slice(0, MAX_LENGTH)
    .toLowerCase()
    .replace(WORD, (word) => (/\d/.test(word) ? "0" : word))
    .trim();

/** FNV-1a over UTF-16 code units, finished with the mixer of MurmurHash3, so that the smallest hashes are a random sample. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
