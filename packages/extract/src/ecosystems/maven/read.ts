import { elementAt, elementsAt, type XmlElement } from "../../document/xml.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";
import type { MavenFacts, Parent, Pom, Property } from "./pom.ts";
import { readCoreExtensions, readUses } from "./read-uses.ts";

const POM = /(?:^|\/)pom\.xml$/;
/** What `mvn -f` and `<module>` can name beside `pom.xml`; told by Maven's namespace. */
const NAMED_POM = /(?:^|\/)(?:pom[-._][\w.-]+|[\w.-]+[-._]pom)\.xml$/;
const NAMESPACE = "http://maven.apache.org/POM/";
const CORE_EXTENSIONS = /(?:^|\/)\.mvn\/extensions\.xml$/;

export const claims = ({ path, text }: { path: string; text: string }): boolean =>
  POM.test(path) || CORE_EXTENSIONS.test(path) || (NAMED_POM.test(path) && text.includes(NAMESPACE));

/** Throws SyntaxProblem. */
export function read(file: SourceFile): MavenFacts {
  const root = file.xml();
  const problems: MavenFacts["problems"] = [];
  if (CORE_EXTENSIONS.test(file.path)) {
    return { pom: null, uses: readCoreExtensions(expectRoot(root, "extensions"), problems), problems };
  }
  const project = expectRoot(root, "project");
  return { pom: readPom(project), uses: readUses(project, problems), problems };
}

function expectRoot(root: XmlElement, name: string): XmlElement {
  if (root.name !== name) throw new SyntaxProblem(`The root element is not <${name}>.`, root.line);
  return root;
}

/** The text of a child; null where it is absent or empty. */
const textAt = (element: XmlElement, ...path: string[]): string | null =>
  elementAt(element, ...path)?.text || null;

function readPom(project: XmlElement): Pom {
  const profiles = elementsAt(project, "profiles", "profile");
  const parent = elementAt(project, "parent");
  return {
    groupId: textAt(project, "groupId"),
    artifactId: textAt(project, "artifactId"),
    version: textAt(project, "version"),
    line: elementAt(project, "artifactId")?.line ?? project.line,
    parent: parent ? readParent(parent) : null,
    properties: [
      ...readProperties(project, null),
      ...profiles.flatMap((profile, index) => readProperties(profile, index)),
    ],
    profiles: profiles.map((profile) => ({
      isActiveByDefault: textAt(profile, "activation", "activeByDefault") === "true",
    })),
    registryUrl: textAt(project, "distributionManagement", "repository", "url"),
  };
}

const readParent = (parent: XmlElement): Parent => ({
  groupId: textAt(parent, "groupId"),
  artifactId: textAt(parent, "artifactId"),
  version: textAt(parent, "version"),
  relativePath: elementAt(parent, "relativePath")?.text ?? "../pom.xml",
  line: elementAt(parent, "artifactId")?.line ?? parent.line,
});

const readProperties = (element: XmlElement, profile: number | null): Property[] =>
  elementsAt(element, "properties").flatMap(({ children }) =>
    children.map(({ name, text }) => ({ name, value: text, profile })),
  );
