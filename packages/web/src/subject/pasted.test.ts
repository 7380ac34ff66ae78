import { expect, it } from "vitest";
import { readPasted } from "./pasted.ts";

it.each([
  ["https://github.com/acme/api.git", { url: "https://github.com/acme/api.git" }],
  ["git@github.com:acme/api.git", { url: "git@github.com:acme/api.git" }],
  ["ssh://git@git.acme.example:2222/acme/api", { url: "ssh://git@git.acme.example:2222/acme/api" }],
  ["https://github.com/acme/api/pull/7", { url: "https://github.com/acme/api" }],
  [
    "https://github.com/acme/api/blob/main/src/a%20b.ts#L3",
    { url: "https://github.com/acme/api", place: { fullPath: "acme/api", path: "src/a b.ts" } },
  ],
  [
    "https://git.acme.example/group/sub/api/-/tree/main/charts",
    { url: "https://git.acme.example/group/sub/api", place: { fullPath: "group/sub/api", path: "charts" } },
  ],
  ["acme/api/Dockerfile", { place: { fullPath: "acme/api", path: "Dockerfile" } }],
  ["acme/api:src/main.ts", { place: { fullPath: "acme/api", path: "src/main.ts" } }],
  ["ghcr.io/acme/base:1.2.3@sha256:0abc", { image: "ghcr.io/acme/base" }],
  ["ghcr.io/acme/base:1.2.3", { image: "ghcr.io/acme/base" }],
  ["localhost:5000/base:1", { image: "localhost:5000/base" }],
])("reads %s", (text, pasted) => {
  expect(readPasted(text)).toEqual(pasted);
});

it.each(["acme/api", "base image", ""])("takes %j as part of a name", (text) => {
  expect(readPasted(text)).toEqual({});
});
