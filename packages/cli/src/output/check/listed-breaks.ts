/** What the report formats for other tools share. */
import type { Check } from "@knockon/contract/resources/check";
import { createHash } from "node:crypto";
import { describeUser, isNamed, type ShownBreak } from "@knockon/contract/check/named-check";
import {
  CLOCK_WORDS,
  countClocks,
  describeChange,
  describeOwner,
  EFFECT_WORDS,
} from "@knockon/contract/check/words";
import { printable } from "@knockon/contract/printable";

/** A report in a format with limits, and the breaks that did not fit: the last ones, which are the least urgent. */
export interface Rendered {
  text: string;
  cut: readonly ShownBreak[];
}

/** Describes breaks that a report leaves out: `3 breaks are not listed: 2 when bumped, 1 at an unknown time.` */
export function describeCut(cut: readonly ShownBreak[]): string {
  const counts = countClocks((clock) => cut.filter((one) => one.clock === clock).length);
  return `${cut.length} ${cut.length === 1 ? "break is" : "breaks are"} not listed: ${counts}.`;
}

/** One line about a break, for readers who see only the changed line. */
export const describeBreak = (one: ShownBreak, unnamed: Check["unnamed"]): string =>
  printable(
    `${describeChange(one)}: ${describeUser(one, unnamed)} ${EFFECT_WORDS[one.effect]} ${CLOCK_WORDS[one.clock]}.${isNamed(one) && one.owner !== null ? ` Owner: ${describeOwner(one.owner)}.` : ""}`,
  );

/**
 * Returns an identifier per break, by which tools recognize it in the next report. It does not depend on lines, which move. Breaks that
 * differ in nothing else are numbered.
 */
export function fingerprintsOf(breaks: readonly ShownBreak[]): string[] {
  const seen = new Map<string, number>();
  return breaks.map((one) => {
    const { producer_artifact: artifact, change, kind, name } = one;
    const user = isNamed(one) ? [one.consumer.full_path, one.use.file] : [];
    const parts = [artifact.artifact_type, artifact.name, change, kind, name, ...user];
    const key = JSON.stringify(parts);
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return createHash("sha256").update(`${key}${count}`).digest("hex");
  });
}
