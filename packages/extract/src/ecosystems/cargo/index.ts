import type { Ecosystem } from "../../ecosystem.ts";
import type { CargoFacts } from "./facts.ts";
import { link } from "./link.ts";
import { read } from "./read.ts";

const MANIFEST = /(?:^|\/)Cargo\.toml$/;

export const cargo: Ecosystem<CargoFacts> = {
  id: "cargo",
  claims: ({ path }) => MANIFEST.test(path),
  read,
  link,
};
