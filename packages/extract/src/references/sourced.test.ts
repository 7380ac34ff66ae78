import { describe, expect, it } from "vitest";
import { extractFiles } from "../repository-extraction.ts";
import { references } from "./index.ts";

const VERSION = "#!/bin/bash\nKIT_VERSION=v1.2\nTAG=${TAG:-v3}\nTWICE=1\nTWICE=2\nNAME=$(hostname)\n";

/** `version unbound` of the references of a script, next to `scripts/version`. */
const versions = (script: string, path = "scripts/pull", others: Record<string, string> = {}): string[] =>
  extractFiles({ [path]: script, "scripts/version": VERSION, ...others }, [references]).declarations.map(
    ({ versionConstraint, unbound }) => `${versionConstraint} ${unbound}`,
  );

const clone = (name: string, source: string): string =>
  `#!/bin/bash\n${source}\ngit clone -b ${name} https://github.com/acme/kit\n`;

describe("references: variables of a script that another sources", () => {
  it.each([
    ["source ./version", "scripts/pull"],
    [". version", "scripts/pull"],
    ['. "$(dirname $0)/version"', "scripts/pull"],
    ['source "${BASH_SOURCE%/*}/version" # versions', "scripts/pull"],
    ["[ -f x ] || source $DIR/version", "scripts/pull"],
    ["source ./scripts/version", "scripts/pull"],
    ["source scripts/version", "release.sh"],
  ])("%s in %s", (source, path) => {
    expect(versions(clone("$KIT_VERSION", source), path)).toEqual(["v1.2 null"]);
  });

  it("are bound like those of the script", () => {
    const source = "source ./version";
    expect(versions(clone("${TAG}-slim", source))).toEqual(["v3-slim null"]);
    expect(versions(clone("$TWICE", source))).toEqual(["$TWICE TWICE"]);
    expect(versions(clone("$NAME", source))).toEqual(["$NAME NAME"]);
    expect(versions(clone("$OTHER", source))).toEqual(["$OTHER OTHER"]);
    expect(versions(`${clone("$KIT_VERSION", source)}KIT_VERSION=own\n`)).toEqual(["own null"]);
    const computed = `${clone("$KIT_VERSION", source)}KIT_VERSION=$1\ngit clone -b $TAG https://github.com/acme/b\n`;
    expect(versions(computed)).toEqual(["$KIT_VERSION KIT_VERSION", "v3 null"]);
  });

  it("are unknown without the script, and if two scripts disagree", () => {
    expect(versions(clone("$KIT_VERSION", "echo version"))).toEqual(["$KIT_VERSION KIT_VERSION"]);
    expect(versions(clone("$KIT_VERSION", "source ./other-version"))).toEqual(["$KIT_VERSION KIT_VERSION"]);
    const other = { "scripts/versions.sh": "KIT_VERSION=v2\n" };
    const both = "source ./version\nsource ./versions.sh";
    expect(versions(clone("$KIT_VERSION", both), "scripts/pull", other)).toEqual([
      "$KIT_VERSION KIT_VERSION",
    ]);
  });
});
