import type { Ecosystem } from "../../ecosystem.ts";
import { linkManifests } from "./link.ts";
import { readManifest, type SwiftFacts } from "./read.ts";

/** Includes manifests for specific versions of the tools. */
const MANIFEST = /(?:^|\/)Package(?:@swift-\d+(?:\.\d+){0,2})?\.swift$/;
/** Distinguishes manifests from other programs with the same file name. */
const DESCRIPTION = /\bimport\s+PackageDescription\b|^\/\/\s*swift-tools-version/;

export const swift: Ecosystem<SwiftFacts> = {
  id: "swift",
  claims: ({ path, text }) => MANIFEST.test(path) && DESCRIPTION.test(text),
  read: readManifest,
  link: linkManifests,
};
