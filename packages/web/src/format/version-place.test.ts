import { describe, expect, it } from "vitest";
import { versionPlace } from "./version-place.ts";

/** The reference with its version between brackets. */
function marked(reference: string, version: string): string {
  const at = versionPlace(reference, version);
  if (at < 0) return reference;
  return `${reference.slice(0, at)}[${version}]${reference.slice(at + version.length)}`;
}

describe("the version of a reference", () => {
  it.each([
    [
      "https://raw.githubusercontent.com/acme/app/main/examples/main.go",
      "main",
      "/acme/app/[main]/examples/main.go",
    ],
    ["https://raw.githubusercontent.com/acme/app/refs/heads/main/main", "main", "/refs/heads/[main]/main"],
    ["https://github.com/main/main/blob/main/main/main.go", "main", "/main/main/blob/[main]/main/main.go"],
    ["https://github.com/acme/app/raw/main/scripts/main", "main", "/raw/[main]/scripts/main"],
    ["https://gitlab.example.com/acme/tools/app/-/raw/main/main.yml", "main", "/-/raw/[main]/main.yml"],
    ["https://git.example.com/acme/app/src/branch/main/main", "main", "/src/branch/[main]/main"],
    ["https://github.com/acme/app/tree/release/1.2/v1.2", "release/1.2", "/tree/[release/1.2]/v1.2"],
    ["https://github.com/acme/app/archive/refs/heads/main.tar.gz", "main", "/heads/[main].tar.gz"],
    [
      "https://github.com/acme/app/releases/download/v1.2/app-v1.2.zip",
      "v1.2",
      "/download/[v1.2]/app-v1.2.zip",
    ],
    ["git::https://github.com/acme/main.git//main?ref=main", "main", "main?ref=[main]"],
    ["https://cdn.example.com/gh/acme/app@main/main", "main", "app@[main]/main"],
  ])("is in %s where the host expects it", (reference, version, found) => {
    expect(marked(reference, version)).toContain(found);
  });

  it.each([
    ["acme/main/.github/workflows/main.yml@main", "main", "acme/main/.github/workflows/main.yml@[main]"],
    ["include main of acme/app: main.yml", "main", "include [main] of acme/app: main.yml"],
    ["@acme/app-4@^4.0.0", "^4.0.0", "@acme/app-4@[^4.0.0]"],
    ["ghcr.io/acme/app-1.2:1.2", "1.2", "ghcr.io/acme/app-1.2:[1.2]"],
    ["acme/app:1.2 as 1.2.3", "1.2", "acme/app:[1.2] as 1.2.3"],
    ["acme/lib2==2", "2", "acme/lib2==[2]"],
    ["acme/libv2", "v2", "acme/lib[v2]"],
    ["acme/app", "v2", "acme/app"],
    ["acme/app", "", "acme/app"],
  ])("is last in %s where it is whole", (reference, version, found) => {
    expect(marked(reference, version)).toBe(found);
  });
});
