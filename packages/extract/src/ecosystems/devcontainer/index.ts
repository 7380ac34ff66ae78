import type { Ecosystem } from "../../ecosystem.ts";
import { linkDevcontainerFiles } from "./link.ts";
import { readDevcontainerFile, type DevcontainerFacts } from "./read.ts";

const FILE = /(?:^|\/)(?:\.?devcontainer|devcontainer-feature)\.json$/;

export const devcontainer: Ecosystem<DevcontainerFacts> = {
  id: "devcontainer",
  extensions: /^json$/,
  role: "dev",
  claims: ({ path }) => FILE.test(path),
  read: readDevcontainerFile,
  link: linkDevcontainerFiles,
};
