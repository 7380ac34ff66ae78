import type { Ecosystem } from "../../ecosystem.ts";
import { linkManifests } from "./link.ts";
import { readManifest, type SwiftFacts } from "./read.ts";

/** One manifest for each version of the tools, where they differ. */
const MANIFEST = /(?:^|\/)Package(?:@swift-\d+(?:\.\d+){0,2})?\.swift$/;
/** Programs have files of that name, too. */
const DESCRIPTION = /\bimport\s+PackageDescription\b|^\/\/\s*swift-tools-version/;

export const swift: Ecosystem<SwiftFacts> = {
  id: "swift",
  claims: ({ path, text }) => MANIFEST.test(path) && DESCRIPTION.test(text),
  read: readManifest,
  link: linkManifests,
};
