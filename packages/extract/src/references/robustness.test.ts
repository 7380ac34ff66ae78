import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SourceFile } from "../source-file.ts";
import { cpuMs } from "../testing/cpu-ms.ts";
import { mentionsReference, readReferences } from "./read.ts";

/** Pieces of commands and URLs, joined in any order. */
const piece = fc.oneof(
  fc.constantFrom(
    ..."git clone |git@|https://|ssh://git@|github.com/|github:acme/tool|acme/tool|.git|/-/|@v1|#|?ref=|//|\\\n|\n|\r\n| |\"|'|`".split(
      "|",
    ),
    ...'docker run |-it |--name |docker build -t |go install |helm repo add x |oci://|gh api repos/|-R |pip install |npx |"npm", "install", |session.install(|$(PIP) install |==1.2 |$(cat V)|IMAGE=ghcr.io/acme/tool|" + V + "|\n# renovate: datasource=git-tags depName=|packageName=|\n<!-- renovate: |1.2.3|${{ x }}|${V|$(V)|{{|V=1\n|%|\u0000|é'.split(
      "|",
    ),
  ),
  fc.string({ maxLength: 10 }),
);
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));

describe("readReferences with any text", () => {
  it("never throws, agrees with mentionsReference, and returns lines of the file", () => {
    fc.assert(
      fc.property(fc.constantFrom("x", "Makefile", "renovate.json"), text, (path, source) => {
        const lineCount = source.split("\n").length;
        const file = new SourceFile(path, source);
        const { references } = readReferences(file);
        expect(references.length === 0 || mentionsReference(file)).toBe(true);
        for (const { line, rawReference } of references) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lineCount);
          expect(rawReference).not.toMatch(/[\r\n]/);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("never returns a password", () => {
    const secret = fc.stringMatching(/^[a-zA-Z0-9$/:%+.-]{1,20}$/).map((middle) => `S3${middle}CR`);
    const form = fc.constantFrom(
      (pass: string) => `git clone https://user:${pass}@git.acme.io/acme/tool.git`,
      (pass: string) => `git clone https://${pass}@github.com/acme/tool`,
      (pass: string) => `PASS=${pass}\ngit clone https://$PASS@github.com/acme/tool`,
      (pass: string) => `U=https://user:${pass}@git.acme.io/acme/tool\ngit clone -b v1 "$U"`,
      (pass: string) => `pip install git+https://${pass}:x@github.com/acme/tool@v1`,
      (pass: string) => `curl https://raw.githubusercontent.com/acme/tool/main/x?token=${pass}`,
      (pass: string) =>
        `# renovate: datasource=git-tags depName=https://user:${pass}@git.acme.io/acme/tool\nv=1.2`,
      (pass: string) =>
        `# renovate: datasource=helm depName=x registryUrl=https://user:${pass}@charts.acme.io\nv=1.2`,
      (pass: string) => `helm repo add acme https://user:${pass}@charts.acme.io/stable?token=${pass}`,
    );
    fc.assert(
      fc.property(secret, form, (pass, write) => {
        const facts = readReferences(new SourceFile("x", write(pass)));
        expect(JSON.stringify(facts)).not.toContain(pass);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** CPU milliseconds as a Python program, whose docstrings are searched, and as a script, whose commands are. */
const cost = (source: string): number =>
  cpuMs(() => {
    for (const path of ["x.py", "x.sh"]) readReferences(new SourceFile(path, source));
  });

const HOSTILE = [
  "\t",
  "- \t",
  "run: ",
  "@- ",
  "a && ",
  "https://",
  "https://github.com/acme/tool ",
  "https://github.com/acme/tool\n",
  "git@",
  "git@a:b ",
  "git clone ",
  "git -c ",
  `git -c "x" -c 'y' --z=`,
  "# renovate: datasource=npm depName=ui\n",
  "# renovate: datasource=npm depName=ui\n# x\n",
  "# renovate: datasource=npm depName=ui\nv=1.2\n",
  "# renovate: datasource=npm depName=",
  "\n ",
  "git clone https://github.com/acme/tool ",
  "docker run -v ",
  "docker run acme/tool:1\n",
  "docker build -t acme/tool .\n",
  "go get ",
  "go get github.com/acme/tool\n",
  "gh api repos/",
  "pip install ",
  "pip install a==",
  "uv --a=",
  "uv -C ",
  "pip",
  '"pip", ',
  'session.install("a", ',
  "session.install(\n",
  "$(PIP",
  "IMAGE=a/b\n",
  "  IMAGE_",
  "$(cat x)",
  'https://github.com/acme/tool/tree/"$V',
  "npx a\n",
  "helm repo add ",
  "${{",
  "git clone https://github.com/${{",
  "V=$V\n",
  "U=https://github.com/acme/tool\ngit clone -b $V $U\n",
  "V=${X:-$V}\n",
  'case "https://github.com/acme/tool", ',
  "[ $x = https://github.com/acme/tool ",
  "<https://github.com/acme/tool|",
  "https://github.com/acme/tool/archive/$V ",
  "{{{",
  "$(",
  "\\\n",
  "git clone \\\n",
  " ",
  "a",
  '"',
  "git clone '",
  "https://github.com/a/b.git.git.git@",
  "https://x.git/.git@.",
  ".",
  "# ",
  "- ",
  "<!--",
  "@",
];

/** An unterminated word, URL, placeholder or line. */
const ENDLESS: [start: string, unit: string][] = [
  ["https://github.com/acme/tool/", "."],
  ["https://git.acme.io/", ".git"],
  ["git@", "a"],
  ["git clone ", "\\\n"],
  ['git clone "', "a"],
  ["git clone -b ${", "x "],
  ["docker run ", "-"],
  ["go get a", ".a"],
  ["https://user:", "@"],
  ["git clone -b $V https://github.com/acme/tool\nW=1", " "],
  ["git clone -b $V https://github.com/acme/tool\n", "export "],
  ["# https://github.com/acme/tool", " # "],
  ["https://github.com/acme/tool\n", '"""a\n'],
  ["https://github.com/acme/tool\n", '"\\'],
];

describe("readReferences takes linear time", () => {
  const cases = [...HOSTILE.map((unit) => ["", unit] as const), ...ENDLESS];

  it.each(cases)("for %j and many %j", { retry: 3 }, (start, unit) => {
    const ofLength = (length: number) => start + unit.repeat(Math.ceil(length / unit.length));
    const small = Math.min(cost(ofLength(8 * 1024)), cost(ofLength(8 * 1024)));
    const large = cost(ofLength(16 * 8 * 1024));
    // The text is 16 times as long. Quadratic time would be 256 times as much.
    expect(large).toBeLessThan(Math.max(small, 1) * 64);
  });
});
