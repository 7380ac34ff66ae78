import type { Ecosystem } from "../../ecosystem.ts";
import { linkManifests } from "./link.ts";
import { isLockFile, readLockFile } from "./lock.ts";
import { readManifest, type SwiftFile } from "./read.ts";

/** Includes manifests for specific versions of the tools. */
const MANIFEST = /(?:^|\/)Package(?:@swift-\d+(?:\.\d+){0,2})?\.swift$/;
/** Distinguishes manifests from other programs with the same file name. */
const DESCRIPTION = /\bimport\s+PackageDescription\b|^\/\/\s*swift-tools-version/;

export const swift: Ecosystem<SwiftFile> = {
  id: "swift",
  extensions: /^(?:swift|resolved)$/,
  claims: ({ path, text }) => (MANIFEST.test(path) && DESCRIPTION.test(text)) || isLockFile(path),
  read: (file) =>
    isLockFile(file.path)
      ? { kind: "lock", ...readLockFile(file) }
      : { kind: "manifest", ...readManifest(file) },
  link: linkManifests,
};
