import type { Ecosystem } from "../../ecosystem.ts";
import { linkFlakes } from "./link.ts";
import { readFlake, type FlakeFacts } from "./read.ts";

const FLAKE = /(?:^|\/)flake\.nix$/;

export const nix: Ecosystem<FlakeFacts> = {
  id: "nix",
  claims: ({ path }) => FLAKE.test(path),
  read: readFlake,
  link: linkFlakes,
};
