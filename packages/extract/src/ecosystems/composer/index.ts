import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { claims, read, type ComposerFacts } from "./read.ts";

export const composer: Ecosystem<ComposerFacts> = { id: "composer", claims, read, link };
