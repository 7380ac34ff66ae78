import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { read, type HexFacts } from "./read.ts";

const MANIFEST = /(?:^|\/)mix\.exs$/;

export const hex: Ecosystem<HexFacts> = {
  id: "hex",
  claims: ({ path }) => MANIFEST.test(path),
  read,
  link,
};
