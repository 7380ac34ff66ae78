import { describe, expect, it } from "vitest";
import { match } from "./match.ts";

const alpine = {
  repository: "acme/app",
  file: "Dockerfile",
  name: "docker.io/library/alpine",
  version: "3.20",
};

describe("match", () => {
  it("pairs equal declarations as often as both sides have them", () => {
    const { found, missed, oursAlone } = match([alpine, alpine, alpine], [alpine, alpine]);
    expect([found.length, missed.length, oursAlone.length]).toEqual([2, 1, 0]);
  });

  it.each([
    ["repository", { repository: "acme/other" }],
    ["file", { file: "web/Dockerfile" }],
    ["name", { name: "docker.io/library/debian" }],
    ["version", { version: "" }],
  ])("does not match a different %s", (_, difference) => {
    const other = { ...alpine, ...difference };
    expect(match([alpine], [other])).toEqual({ found: [], missed: [alpine], oursAlone: [other] });
  });

  it("matches other files last if the bot reports the file of the version", () => {
    const moved = { ...alpine, file: "gradle.properties", isFileOfVersion: true };
    expect(match([moved, alpine], [alpine])).toEqual({ found: [alpine], missed: [moved], oursAlone: [] });
    expect(match([moved, alpine], [alpine, { ...alpine, file: "b" }]).missed).toEqual([]);
  });

  it("matches any version if the bot does not know it", () => {
    const bound = { ...alpine, version: "3.21" };
    const unknown = { ...alpine, version: "${v}", isVersionUnknown: true };
    expect(match([unknown], [bound]).missed).toEqual([]);
    expect(match([{ ...alpine, version: "${v}" }], [bound]).found).toEqual([]);
  });
});
