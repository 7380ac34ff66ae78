import type { Ecosystem } from "../../ecosystem.ts";
import { claims } from "./file-kind.ts";
import { link } from "./link.ts";
import { read, type GitlabFacts } from "./read.ts";

export const gitlabci: Ecosystem<GitlabFacts> = { id: "gitlabci", claims, read, link };
