import type { Ecosystem } from "../../ecosystem.ts";
import { linkConanfiles } from "./link.ts";
import { readConanfileText, readRecipe, type ConanFacts } from "./read.ts";

const CONANFILE = /(?:^|\/)conanfile\.(?:txt|py)$/;

export const conan: Ecosystem<ConanFacts> = {
  id: "conan",
  claims: ({ path }) => CONANFILE.test(path),
  read: (file) => (file.path.endsWith(".py") ? readRecipe(file) : readConanfileText(file)),
  link: linkConanfiles,
};
