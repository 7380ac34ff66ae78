import type { Ecosystem } from "../../ecosystem.ts";
import { linkVcpkgFiles } from "./link.ts";
import { readVcpkgFile, type VcpkgFacts } from "./read.ts";

const FILE = /(?:^|\/)vcpkg(?:-configuration)?\.json$/;

export const vcpkg: Ecosystem<VcpkgFacts> = {
  id: "vcpkg",
  extensions: /^json$/,
  claims: ({ path }) => FILE.test(path),
  read: readVcpkgFile,
  link: linkVcpkgFiles,
};
