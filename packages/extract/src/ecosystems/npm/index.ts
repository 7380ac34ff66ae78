import type { Ecosystem } from "../../ecosystem.ts";
import type { NpmFacts } from "./entry.ts";
import { link } from "./link.ts";
import { claims, read } from "./read.ts";

export const npm: Ecosystem<NpmFacts> = { id: "npm", claims, read, link };
