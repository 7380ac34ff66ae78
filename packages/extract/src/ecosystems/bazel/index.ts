import type { Ecosystem } from "../../ecosystem.ts";
import type { BazelFacts } from "./facts.ts";
import { isBazelFile } from "./file-kind.ts";
import { link } from "./link.ts";
import { read } from "./read.ts";

export const bazel: Ecosystem<BazelFacts> = { id: "bazel", claims: isBazelFile, read, link };
