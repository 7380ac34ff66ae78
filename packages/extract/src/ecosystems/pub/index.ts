import type { Ecosystem } from "../../ecosystem.ts";
import { linkPubspecs } from "./link.ts";
import { readPubspec, type PubFacts } from "./read.ts";

const PUBSPEC = /(?:^|\/)pubspec(?:_overrides)?\.yaml$/;

export const pub: Ecosystem<PubFacts> = {
  id: "pub",
  claims: ({ path }) => PUBSPEC.test(path),
  read: readPubspec,
  link: linkPubspecs,
};
