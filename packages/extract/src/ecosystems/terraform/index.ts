import type { Ecosystem } from "../../ecosystem.ts";
import { claims } from "./claims.ts";
import { link } from "./link.ts";
import { read, type TerraformFacts } from "./read.ts";

export const terraform: Ecosystem<TerraformFacts> = { id: "terraform", claims, read, link };
