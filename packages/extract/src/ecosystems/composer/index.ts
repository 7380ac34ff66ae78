import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { read, type ComposerFacts } from "./read.ts";

const MANIFEST = /(?:^|\/)composer\.json$/;

export const composer: Ecosystem<ComposerFacts> = {
  id: "composer",
  claims: ({ path }) => MANIFEST.test(path),
  read,
  link,
};
