import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import type { MavenFacts } from "./pom.ts";
import { claims, read } from "./read.ts";

export const maven: Ecosystem<MavenFacts> = { id: "maven", claims, read, link };
