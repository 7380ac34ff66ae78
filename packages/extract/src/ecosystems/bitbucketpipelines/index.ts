import type { Ecosystem } from "../../ecosystem.ts";
import { fileKind } from "./file-kind.ts";
import { linkBitbucketFiles } from "./link.ts";
import { readBitbucketFile, type BitbucketFacts } from "./read.ts";

export const bitbucketpipelines: Ecosystem<BitbucketFacts> = {
  id: "bitbucketpipelines",
  claims: (file) => fileKind(file) !== undefined,
  read: readBitbucketFile,
  link: linkBitbucketFiles,
};
