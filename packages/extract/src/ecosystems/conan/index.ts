import type { Ecosystem } from "../../ecosystem.ts";
import { linkConanfiles } from "./link.ts";
import { isLockFile, readLockFile } from "./lock.ts";
import { readConanfileText, readRecipe, type ConanFile } from "./read.ts";

const CONANFILE = /(?:^|\/)conanfile\.(?:txt|py)$/;

export const conan: Ecosystem<ConanFile> = {
  id: "conan",
  extensions: /^(?:txt|py|lock)$/,
  claims: ({ path }) => CONANFILE.test(path) || isLockFile(path),
  read: (file) => {
    if (isLockFile(file.path)) return { kind: "lock", ...readLockFile(file) };
    return { kind: "manifest", ...(file.path.endsWith(".py") ? readRecipe(file) : readConanfileText(file)) };
  },
  link: linkConanfiles,
};
