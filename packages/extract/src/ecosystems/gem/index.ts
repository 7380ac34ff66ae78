import type { Ecosystem } from "../../ecosystem.ts";
import type { GemFacts } from "./facts.ts";
import { link } from "./link.ts";
import { claims, read } from "./read.ts";

export const gem: Ecosystem<GemFacts> = { id: "gem", claims, read, link };
