import { describe, expect, it } from "vitest";
import { CORPUS } from "./fuzz/corpus.ts";
import { ECOSYSTEMS } from "./registry.ts";
import { extensionOf } from "./repository-path.ts";

const REPOSITORY = {
  fullPath: "acme/app",
  cloneUrl: "https://github.com/acme/app.git",
  withSourceInterfaces: true,
};

describe("the extensions of an ecosystem", () => {
  it.each(ECOSYSTEMS.filter(({ extensions }) => extensions))(
    "$id are those of all files that it reads",
    (ecosystem) => {
      const { claims, extensions } = ecosystem.forRepository?.(REPOSITORY) ?? ecosystem;
      const read = CORPUS.filter((file) => claims(file)).map(({ path }) => path);
      expect(read).not.toEqual([]);
      expect(read.filter((path) => !extensions?.test(extensionOf(path)))).toEqual([]);
    },
  );
});
