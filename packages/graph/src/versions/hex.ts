import { ruby } from "./ruby.ts";
import type { Versioning } from "./versioning.ts";

const MAX_LENGTH = 1024;

/** Elixir's requirements: RubyGems' clauses, `and` between what must all hold, `or` between alternatives. */
export const hex: Versioning = {
  state(constraint) {
    const states = alternativesOf(constraint ?? "").map((each) => ruby.state(each));
    const [first = "absent", ...others] = states;
    if (others.length === 0) return first;
    return states.includes("floating") ? "floating" : "range";
  },

  compare: (a, b) => ruby.compare(plain(a), plain(b)),

  isStable: (version) => ruby.isStable(plain(version)),

  admits(constraint, version) {
    const admitted = new Set(alternativesOf(constraint).map((each) => ruby.admits(each, plain(version))));
    return admitted.has(undefined) ? undefined : admitted.has(true);
  },
};

/** Build metadata has no place in the order. */
const plain = (version: string): string => version.replace(/\+[\w.-]*$/, "");

const alternativesOf = (constraint: string): string[] =>
  constraint
    .slice(0, MAX_LENGTH)
    .split(/\sor\s/)
    .map((each) => each.replace(/\sand\s/g, ",").replaceAll("==", "="));
