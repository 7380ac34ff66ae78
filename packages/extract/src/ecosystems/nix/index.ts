import type { Ecosystem } from "../../ecosystem.ts";
import { linkFlakes } from "./link.ts";
import { isLockFile, readLockFile } from "./lock.ts";
import { readFlake, type NixFacts } from "./read.ts";

const FLAKE = /(?:^|\/)flake\.nix$/;

export const nix: Ecosystem<NixFacts> = {
  id: "nix",
  extensions: /^(?:nix|lock)$/,
  role: "build",
  claims: ({ path }) => FLAKE.test(path) || isLockFile(path),
  read: (file) =>
    isLockFile(file.path) ? { kind: "lock", ...readLockFile(file) } : { kind: "flake", ...readFlake(file) },
  link: linkFlakes,
};
