import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { read, type CargoFacts } from "./read.ts";

const MANIFEST = /(?:^|\/)Cargo\.toml$/;

export const cargo: Ecosystem<CargoFacts> = {
  id: "cargo",
  claims: ({ path }) => MANIFEST.test(path),
  read,
  link,
};
