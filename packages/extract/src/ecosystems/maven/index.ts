import type { Ecosystem } from "../../ecosystem.ts";
import { link } from "./link.ts";
import { read, type FileKind, type MavenFacts } from "./read.ts";

const POM = /(?:^|\/)pom\.xml$/;
/** Other names for POMs, used with `mvn -f` and `<module>`. Such files must have Maven's namespace. */
const NAMED_POM = /(?:^|\/)(?:pom[-._][\w.-]+|[\w.-]+[-._]pom)\.xml$/;
const NAMESPACE = "http://maven.apache.org/POM/";
const CORE_EXTENSIONS = /(?:^|\/)\.mvn\/extensions\.xml$/;

function findFileKind({ path, text }: { path: string; text: string }): FileKind | undefined {
  if (CORE_EXTENSIONS.test(path)) return "core_extensions";
  return POM.test(path) || (NAMED_POM.test(path) && text.includes(NAMESPACE)) ? "pom" : undefined;
}

export const maven: Ecosystem<MavenFacts> = {
  id: "maven",
  extensions: /^xml$/,
  claims: (file) => findFileKind(file) !== undefined,
  read: (file) => read(file, findFileKind(file)),
  link,
};
