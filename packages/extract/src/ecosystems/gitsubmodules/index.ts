import type { Ecosystem } from "../../ecosystem.ts";
import { linkSubmodules } from "./link.ts";
import { readSubmodules, type SubmoduleFacts } from "./read.ts";

export const gitsubmodules: Ecosystem<SubmoduleFacts> = {
  id: "gitsubmodules",
  extensions: /^gitmodules$/,
  claims: ({ path }) => path === ".gitmodules",
  read: readSubmodules,
  link: linkSubmodules,
};
