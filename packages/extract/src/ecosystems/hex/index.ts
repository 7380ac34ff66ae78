import type { Ecosystem } from "../../ecosystem.ts";
import type { HexFacts } from "./facts.ts";
import { link } from "./link.ts";
import { claims, read } from "./read.ts";

export const hex: Ecosystem<HexFacts> = { id: "hex", claims, read, link };
