import { gitName } from "../../name.ts";
import { expand, type Bindings } from "../placeholder.ts";
import type { Sighting } from "../reference.ts";

/** The source of a package of Buildroot: `KIT_SITE = $(call github,acme,kit,$(KIT_VERSION))`. */
const GITHUB =
  /\$\(call[ \t]+(?<host>github|gitlab),(?<owner>[\w.-]{1,100}),(?<name>[\w.-]{1,100}),(?<ref>[\w.+-]{0,50}(?:\$\(\w{1,100}\))?[\w.+-]{0,50})\)/g;

/** Returns the repositories that a Makefile of Buildroot downloads. */
export function readBuildrootSites(text: string, bindings: () => Bindings): Sighting[] {
  if (!text.includes("$(call git")) return [];
  return Array.from(text.matchAll(GITHUB)).map((match) => {
    const { host = "", owner = "", name = "", ref = "" } = match.groups ?? {};
    const location = `${host}.com/${owner}/${name}`;
    const version = expand(ref, bindings);
    return {
      offset: match.index,
      dependencyType: "git_repository",
      rawReference: match[0],
      artifact: location.toLowerCase(),
      versionConstraint: version.text === "" ? null : version.text,
      versioning: "git",
      unbound: version.unbound,
      lookups: [gitName(location)],
      repository: location.toLowerCase(),
      rule: "buildroot",
      isFetched: true,
      isDiscussion: false,
    };
  });
}
