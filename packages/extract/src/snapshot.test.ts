import { describe, expect, it } from "vitest";
import { isBinary, skipReason } from "./snapshot.ts";
import { cpuMs } from "./testing/cpu-ms.ts";

const reasonFor = (path: string, mode = "100644") => skipReason({ path, mode, oid: "0".repeat(40) });

const bytes = (text: string) => new TextEncoder().encode(text);

describe("skipReason", () => {
  it.each([
    "Dockerfile",
    "package.json",
    ".github/workflows/ci.yml",
    "a/b/main.tf",
    "go.mod",
    "Makefile",
    "x",
  ])("opens %s", (path) => {
    expect(reasonFor(path)).toBeUndefined();
  });

  it("opens executable files", () => {
    expect(reasonFor("build.sh", "100755")).toBeUndefined();
  });

  it("skips symlinks and submodules of any name", () => {
    expect(reasonFor("package.json", "120000")).toBe("symlink");
    expect(reasonFor("vendor/base", "160000")).toBe("submodule");
  });

  it.each([
    "node_modules/a/package.json",
    "apps/web/node_modules/@acme/a/package.json",
    "vendor/github.com/acme/a/go.mod",
    "infra/.terraform/modules/a/main.tf",
    "ios/Pods/a/b",
    ".yarn/releases/yarn.cjs",
  ])("skips %s as vendored", (path) => {
    expect(reasonFor(path)).toBe("vendored");
  });

  it.each([
    "vendor",
    "vendors/a",
    "my-vendor/a",
    "a/vendor.txt",
    "a/vendor/vendor.txt",
    ".yarnrc.yml",
    "docs/node_modules.md",
  ])("does not skip %s as vendored", (path) => {
    expect(reasonFor(path)).toBeUndefined();
  });

  it.each(["logo.png", "a/LOGO.JPG", "app.tar.gz", "lib.so", "x.mp4", "font.woff2"])(
    "skips %s as binary",
    (path) => {
      expect(reasonFor(path)).toBe("binary");
    },
  );

  it.each(["png", "a.png.txt", "a.svg", "a.json", "a.png/Dockerfile", "main.go", "a.ts"])(
    "does not skip %s as binary",
    (path) => {
      expect(reasonFor(path)).toBeUndefined();
    },
  );

  it("takes linear time for a long path", () => {
    expect(cpuMs(() => reasonFor(`${".gz/".repeat(250_000)}a`))).toBeLessThan(1000);
  });
});

describe("isBinary", () => {
  it("returns false for text, including empty and non-ASCII text", () => {
    expect(isBinary(bytes(""))).toBe(false);
    expect(isBinary(bytes("naïve\n"))).toBe(false);
  });

  it("returns true only for a NUL in the first 8,000 bytes", () => {
    expect(isBinary(bytes(`${"x".repeat(7999)}\0`))).toBe(true);
    expect(isBinary(bytes(`${"x".repeat(8000)}\0`))).toBe(false);
  });

  it("returns false for UTF-16 in either byte order", () => {
    expect(isBinary(new Uint8Array([0xff, 0xfe, 0x61, 0x00]))).toBe(false);
    expect(isBinary(new Uint8Array([0xfe, 0xff, 0x00, 0x61]))).toBe(false);
  });
});
