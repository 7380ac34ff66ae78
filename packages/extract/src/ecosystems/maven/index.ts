import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { claims, read, type MavenFacts } from "./read.ts";

export const maven: Ecosystem<MavenFacts> = { id: "maven", claims, read, link };
