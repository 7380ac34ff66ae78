import type { Ecosystem } from "../../ecosystem.ts";
import type { NugetFacts } from "./facts.ts";
import { link } from "./link.ts";
import { claims, read } from "./read.ts";

export const nuget: Ecosystem<NugetFacts> = { id: "nuget", claims, read, link };
