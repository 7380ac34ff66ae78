import { describe, expect, it } from "vitest";
import { extractFiles } from "../../repository-extraction.ts";
import { cpuMs } from "../../testing/cpu-ms.ts";
import { docker } from "./index.ts";

/** `line reference` of every declaration of one Dockerfile. */
function uses(text: string): string[] {
  const { declarations, problems } = extractFiles({ Dockerfile: text }, [docker]);
  expect(problems).toEqual([]);
  return declarations.map(({ sourceLine, rawReference }) => `${sourceLine} ${rawReference}`);
}

describe("docker: Dockerfile syntax", () => {
  it("joins continuation lines, and reports the line of the reference", () => {
    const text = `FROM \\
# FROM commented:1

  # FROM commented:2
  al\\
pine:3 \\
  AS base
# FROM commented:3
FROM base
`;
    expect(uses(text)).toEqual(["5 alpine:3"]);
  });

  it("reads the escape directive", () => {
    const text = `# escape=\`
FROM mcr.microsoft.com/windows/servercore:ltsc2022
COPY --from=nginx:1 C:\\a\\ C:\\b\\
FROM \`
  alpine:3
`;
    expect(uses(text)).toEqual([
      "2 mcr.microsoft.com/windows/servercore:ltsc2022",
      "3 nginx:1",
      "5 alpine:3",
    ]);
  });

  it("ignores directives after the first other line", () => {
    const text = "# hello\n# syntax=docker/dockerfile:1\n# escape=`\nFROM alpine \\\n  AS x\nFROM x\n";
    expect(uses(text)).toEqual(["4 alpine"]);
  });

  it("reads CRLF", () => {
    const text =
      "# escape=`\r\n# syntax=docker/dockerfile:1\r\nFROM `\r\n  alpine:3\r\nRUN <<EOF\r\nFROM evil\r\nEOF\r\nFROM b";
    expect(uses(text)).toEqual(["2 docker/dockerfile:1", "4 alpine:3", "8 b"]);
  });

  it("reads a byte-order mark", () => {
    expect(uses("\uFEFF# syntax=docker/dockerfile:1\nFROM alpine\n")).toEqual([
      "1 docker/dockerfile:1",
      "2 alpine",
    ]);
  });

  it("skips here-documents", () => {
    const text = `FROM alpine
RUN <<EOF cat <<-"B" > x
FROM evil:1
EOF
FROM evil:2
\tB
COPY 3<<'X Y' /x
FROM evil:3
X Y
FROM busybox
`;
    expect(uses(text)).toEqual(["1 alpine", "10 busybox"]);
  });

  it("reads an unterminated or quoted << as text", () => {
    const text = `FROM alpine
RUN echo $((1 <<2))
RUN sh -c "cat <<EOF > x"
FROM busybox
RUN <<EOF
true
EOF
`;
    expect(uses(text)).toEqual(["1 alpine", "4 busybox"]);
  });

  it("reads empty files and files of comments", () => {
    expect(uses("")).toEqual([]);
    expect(uses("# FROM alpine\n\n")).toEqual([]);
  });

  it.each([
    ["comments between stages", "# c\nFROM a\n"],
    ["unterminated here-documents", "RUN <<E cat\n"],
    ["continued lines", "RUN a \\\n"],
    ["nested defaults", "FROM ${A:-\n"],
    ["stages", "FROM a AS b\n"],
  ])("takes linear time for 256 kB of %s", (_, line) => {
    const text = line.repeat(2 ** 18 / line.length);
    expect(cpuMs(() => extractFiles({ Dockerfile: text }, [docker]))).toBeLessThan(2500);
  });
});

describe("docker: invalid Dockerfiles", () => {
  it("reports the line of each error and reads the rest", () => {
    const text = "FROM\nFROM {{ base }}\nFROM alpine\nCOPY --from=not:an:image / /\n";
    const result = extractFiles({ "api/Dockerfile": text }, [docker]);
    expect(
      result.problems.map(({ file, line, code, message }) => `${file}:${line} ${code} ${message}`),
    ).toEqual([
      "api/Dockerfile:1 invalid_syntax docker: FROM has no image.",
      'api/Dockerfile:2 invalid_syntax docker: "{{" is not a valid image reference.',
      'api/Dockerfile:4 invalid_syntax docker: "not:an:image" is not a valid image reference.',
    ]);
    expect(result.declarations).toMatchObject([{ sourceLine: 3 }]);
  });

  it("reports an unknown first instruction", () => {
    const { problems } = extractFiles({ Dockerfile: "\n<html>\n" }, [docker]);
    expect(problems).toMatchObject([{ line: 2, code: "invalid_syntax" }]);
  });
});
