import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { isNpmFile, read, type NpmFacts } from "./read.ts";

export const npm: Ecosystem<NpmFacts> = { id: "npm", claims: isNpmFile, read, link };
