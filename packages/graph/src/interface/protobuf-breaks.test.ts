import { ECOSYSTEMS } from "@knockon/extract/registry";
import { extractFiles } from "@knockon/extract/repository-extraction";
import { describe, expect, it } from "vitest";
import { diffInterfaces } from "./diff-interfaces.ts";
import { findBreaks } from "./find-breaks.ts";

const API = {
  fullPath: "acme/pets",
  cloneUrl: "https://github.com/acme/pets.git",
  withSourceInterfaces: true,
};
const PET = `package acme.pets.v1;
message Pet { string name = 1; Kind kind = 2; }
message Kind {}
message Unused {}
`;
const USER = `package acme.app.v1;
import "acme/pets/v1/pet.proto";
// acme.pets.v1.Unused
message Owner {
  acme.pets.v1.Pet pet = 1;
  pets.v1.Kind kind = 2;
  Unused unused = 3;
}
message Unused {}
`;

const interfacesOf = (files: Record<string, string>) =>
  extractFiles({ "buf.yaml": "version: v2\nname: buf.build/acme/pets\n", ...files }, ECOSYSTEMS, API)
    .interfaces ?? [];

/** Returns the findings for a consumer with these files. */
function check(after: Record<string, string>, files: Record<string, string>) {
  const uses = extractFiles(files, ECOSYSTEMS).declarations.map((one) => ({
    ...one,
    scope: `protobuf_module:${one.artifact}`,
    file: one.sourceFile,
    line: one.sourceLine,
  }));
  const changes = diffInterfaces(interfacesOf({ "acme/pets/v1/pet.proto": PET }), interfacesOf(after));
  const { breaks, undecided } = findBreaks(changes, uses);
  return {
    breaks: breaks.map(({ at, change, name, effect }) => `${at.file}:${at.line} ${change} ${name} ${effect}`),
    undecided: undecided.map(({ at, name }) => `${at.file}:${at.line} ${name}`),
  };
}

const CONSUMER = {
  "buf.yaml": "version: v2\ndeps:\n  - buf.build/acme/pets\n",
  "acme/app/v1/user.proto": USER,
};

describe("a changed protobuf module", () => {
  // buf 1.75.0 prints "cannot find `pets.v1.Kind` in this scope".
  it.each([
    ["message Kind {}\n", ["acme/app/v1/user.proto:6 removed acme.pets.v1.Kind fails"]],
    ["message Unused {}\n", []],
    ["string name = 1; ", []],
  ])("without %j breaks the files that use it", (text, breaks) => {
    const after = { "acme/pets/v1/pet.proto": PET.replace(text, "") };
    expect(check(after, CONSUMER)).toEqual({ breaks, undecided: [] });
  });

  // buf 1.75.0 prints "imported file does not exist".
  it("whose file has another path breaks the imports of it", () => {
    expect(check({ "acme/pets/v1/pets.proto": PET }, CONSUMER).breaks).toEqual([
      "acme/app/v1/user.proto:2 renamed acme/pets/v1/pet.proto fails",
    ]);
  });

  it("does not break a type that is found in an outer package", () => {
    const text = PET.replace("package acme.pets.v1;", "package pets.v1;");
    const after = { "acme/pets/v1/pet.proto": text };
    expect(check(after, CONSUMER).breaks).toEqual([
      "acme/app/v1/user.proto:5 renamed acme.pets.v1.Pet fails",
    ]);
  });

  it("leaves undecided what generated code uses", () => {
    const after = {
      "acme/pets/v1/pet.proto": PET.replace("message Kind {}\n", "").replace("string name = 1; ", ""),
    };
    const files = { "buf.gen.yaml": "version: v2\ninputs:\n  - module: buf.build/acme/pets\n" };
    expect(check(after, files)).toEqual({
      breaks: [],
      undecided: ["buf.gen.yaml:3 acme.pets.v1.Kind", "buf.gen.yaml:3 acme.pets.v1.Pet.name"],
    });
  });
});
