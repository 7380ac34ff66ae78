import { ruby } from "./ruby.ts";
import type { Versioning } from "./versioning.ts";

const MAX_LENGTH = 1024;

/**
 * Hex (Elixir): RubyGems' operators, with `and` between clauses that must all hold and `or` between alternatives.
 *
 * https://hexdocs.pm/elixir/Version.html#module-requirements
 */
export const hex: Versioning = {
  state(constraint) {
    const states = toRubyAlternatives(constraint ?? "").map((each) => ruby.state(each));
    const [first = "absent", ...others] = states;
    if (others.length === 0) return first;
    return states.includes("floating") ? "floating" : "range";
  },

  compare: (a, b) => ruby.compare(stripBuild(a), stripBuild(b)),

  isStable: (version) => ruby.isStable(stripBuild(version)),

  admits(constraint, version) {
    const release = stripBuild(version);
    const admitted = new Set(toRubyAlternatives(constraint).map((each) => ruby.admits(each, release)));
    return admitted.has(undefined) ? undefined : admitted.has(true);
  },
};

/** Build metadata does not affect the order. */
const stripBuild = (version: string): string => version.replace(/\+[\w.-]*$/, "");

const toRubyAlternatives = (constraint: string): string[] =>
  constraint
    .slice(0, MAX_LENGTH)
    .split(/\sor\s/)
    .map((each) => each.replace(/\sand\s/g, ",").replaceAll("==", "="));
