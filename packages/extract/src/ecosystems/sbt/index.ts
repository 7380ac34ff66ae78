import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { parseScala } from "./parse.ts";
import type { SbtFacts } from "./tree.ts";

/** Sources of the build. A package `project` of an application is not one. */
const BUILD_SOURCE =
  /^(?:(?!(?:[^/]+\/)*src\/).*\/)?project\/(?:src\/main\/scala\/(?:[^/]+\/)*)?[^/]+\.scala$/;

export const sbt: Ecosystem<SbtFacts> = {
  id: "sbt",
  extensions: /^(?:sbt|scala)$/,
  claims: ({ path }) => path.endsWith(".sbt") || (path.endsWith(".scala") && BUILD_SOURCE.test(path)),
  read: (file) => ({ statements: parseScala(file) }),
  link,
};
