import type { Ecosystem } from "../../ecosystem.ts";
import type { ConanFacts } from "./facts.ts";
import { linkConanfiles } from "./link.ts";
import { readRecipe } from "./read-recipe.ts";
import { readConanfileText } from "./read-text.ts";

const CONANFILE = /(?:^|\/)conanfile\.(?:txt|py)$/;

export const conan: Ecosystem<ConanFacts> = {
  id: "conan",
  claims: ({ path }) => CONANFILE.test(path),
  read: (file) => (file.path.endsWith(".py") ? readRecipe(file) : readConanfileText(file)),
  link: linkConanfiles,
};
