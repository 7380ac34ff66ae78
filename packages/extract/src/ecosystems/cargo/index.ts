import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { isLockFile, readLockFile } from "./lock.ts";
import { read, type CargoFile } from "./read.ts";

const MANIFEST = /(?:^|\/)Cargo\.toml$/;

export const cargo: Ecosystem<CargoFile> = {
  id: "cargo",
  extensions: /^(?:toml|lock)$/,
  claims: ({ path }) => MANIFEST.test(path) || isLockFile(path),
  read: (file) =>
    isLockFile(file.path) ? { kind: "lock", ...readLockFile(file) } : { kind: "manifest", ...read(file) },
  link,
};
