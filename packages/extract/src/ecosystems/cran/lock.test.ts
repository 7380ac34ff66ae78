import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { cran } from "./index.ts";

const extract = (files: Record<string, string>) => extractFiles(files, [cran]);

const COMMIT = "0123456789abcdef0123456789abcdef01234567";
const LOCK = `{
  "R": {
    "Version": "4.4.1",
    "Repositories": [
      {
        "Name": "CRAN",
        "URL": "https://cloud.r-project.org"
      }
    ]
  },
  "Packages": {
    "dplyr": {
      "Package": "dplyr",
      "Version": "1.1.4",
      "Source": "Repository",
      "Requirements": [
        "R",
        "kit"
      ]
    },
    "kit": {
      "Package": "kit",
      "Version": "0.3.1",
      "Source": "GitHub",
      "RemoteType": "github",
      "RemoteHost": "api.github.com",
      "RemoteUsername": "acme",
      "RemoteRepo": "r-kit",
      "RemoteRef": "main",
      "RemoteSha": "${COMMIT}"
    }
  }
}
`;

describe("cran: renv.lock", () => {
  const locks = (files: Record<string, string>): string[] =>
    extract(files).declarations.map(({ artifact, locked }) =>
      locked ? `${artifact}: ${locked.file}:${locked.line} ${locked.version}` : `${artifact}: not locked`,
    );

  it("locks the packages of the DESCRIPTION in its folder, to commits if they are remotes", () => {
    const DESCRIPTION = "Type: project\nImports: dplyr, gone\nRemotes: acme/r-kit\n";
    const byName = DESCRIPTION.replace("acme/r-kit", "kit=acme/r-kit");
    expect(locks({ DESCRIPTION: byName, "renv.lock": LOCK })).toEqual([
      "dplyr: renv.lock:12 1.1.4",
      "gone: not locked",
      `kit: renv.lock:21 ${COMMIT}`,
    ]);
    expect(locks({ DESCRIPTION: "Type: project\nImports: kit\n", "renv.lock": LOCK })).toEqual([
      "kit: renv.lock:21 0.3.1",
    ]);
    expect(locks({ "app/DESCRIPTION": byName, "renv.lock": LOCK })).toContain("dplyr: not locked");
  });

  it("declares the locked packages if its folder has no DESCRIPTION", () => {
    const { declarations } = extract({ "app/renv.lock": LOCK });
    expect(declarations).toMatchObject([
      {
        sourceLine: 12,
        rawReference: "dplyr 1.1.4",
        artifact: "dplyr",
        versionConstraint: "1.1.4",
        versioning: "cran",
        lookups: ["r_package:dplyr"],
        evidence: { class: "manifest", rule: "cran.renv" },
        role: "runtime",
        scope: "unit:cran:app",
        locked: null,
      },
      {
        sourceLine: 21,
        artifact: "kit",
        versionConstraint: COMMIT,
        versioning: "git",
        lookups: ["git:github.com/acme/r-kit"],
      },
    ]);
    expect(extract({ "app/renv.lock": LOCK.replaceAll("\n", "\r\n") }).declarations).toEqual(declarations);
  });

  it.each([
    ['"RemoteHost": "gitlab.acme.io",', "gitlab.acme.io/acme/r-kit"],
    ['"RemoteHost": "https://ghe.acme.io/api/v3",', "ghe.acme.io/acme/r-kit"],
    ['"RemoteUrl": "git@git.acme.io:r/kit.git",', "git.acme.io/r/kit"],
  ])("reads the host of %s", (field, location) => {
    const { declarations } = extract({
      "renv.lock": LOCK.replace('"RemoteHost": "api.github.com",', field),
    });
    expect(declarations[1]?.lookups).toEqual([`git:${location}`]);
  });

  it("declares nothing and reports nothing if it is broken, and locks without a version", () => {
    expect(extract({ "renv.lock": "<<<<<<< HEAD\n{{\n" })).toMatchObject({ declarations: [], problems: [] });
    const { declarations, problems } = extract({
      DESCRIPTION: "Type: project\nImports: kit\n",
      "renv.lock": "<<<<<<< HEAD\n{{\n",
    });
    expect(problems).toEqual([]);
    expect(declarations).toMatchObject([{ locked: { version: null, file: "renv.lock", line: null } }]);
  });
});
