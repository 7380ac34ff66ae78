import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { pypi } from "./index.ts";

/** `line role name constraint` of every declaration. */
const found = (path: string, text: string): string[] =>
  extractFiles({ [path]: text }, [pypi]).declarations.map((each) =>
    [each.sourceLine, each.role, each.artifact, each.versionConstraint].join(" "),
  );

const SCRIPT = `#!/usr/bin/env -S uv run
# /// script
# requires-python = ">=3.12"
# dependencies = [
#   "Acme-Client>=1", # why
#
#   "acme-git",
# ]
#
# [tool.uv.sources]
# acme-git = { git = "https://github.com/acme/git", rev = "v1" }
# ///
import acme
# ///
`;

describe("pypi: files recognized by content", () => {
  it.each(["requirements/base", "docker/requirements-tools/uv", "requirements-dev", "requirements/ci/lint"])(
    "reads the list %s without an extension",
    (path) => {
      expect(
        found(path, "# tools\nacme-tool==1.2 \\\n    --hash=sha256:ab\n").map((each) => each.slice(0, 1)),
      ).toEqual(["2"]);
    },
  );

  it.each([
    ["requirements/README", "You need a server.\n"],
    ["requirements/run", "#!/bin/sh\nacme\n"],
    ["requirements/empty", "# nothing\n"],
    ["tests/constraints/aliases", "shippable/posix/group1\nacme\n"],
  ])("does not read %s", (path, text) => {
    expect(found(path, text)).toEqual([]);
  });

  it("reads the metadata of a script on its lines", () => {
    const expected = ["5 dev acme-client >=1", "7 dev acme-git v1"];
    expect(found("bin/update.py", SCRIPT)).toEqual(expected);
    expect(found("bin/update.py", SCRIPT.replaceAll("\n", "\r\n"))).toEqual(expected);
  });

  it("ignores a block without an end, and reports invalid TOML", () => {
    expect(found("bin/a.py", "# /// script\n# dependencies = ['acme']\nx = 1\n")).toEqual([]);
    const { problems } = extractFiles({ "bin/a.py": "x\n# /// script\n# dependencies = [\n# ///\n" }, [pypi]);
    expect(problems).toMatchObject([{ file: "bin/a.py", line: 3, code: "invalid_syntax" }]);
  });
});
