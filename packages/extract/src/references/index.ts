import type { Ecosystem } from "../ecosystem.ts";
import { fileKind } from "./file-kind.ts";
import { linkReferences } from "./link.ts";
import { mentionsReference, readReferences, type ReferenceFacts } from "./read.ts";

export const references: Ecosystem<ReferenceFacts> = {
  id: "references",
  claims: ({ path, text }) => mentionsReference(text) && fileKind(path) !== "unread",
  read: readReferences,
  link: linkReferences,
};
