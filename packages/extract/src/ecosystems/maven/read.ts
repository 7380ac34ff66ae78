import { elementAt, elementsAt, type XmlElement } from "../../document/xml.ts";
import { SyntaxProblem } from "../../ecosystem.ts";
import type { SourceFile } from "../../source-file.ts";

/** The contents of a POM, before interpolation. */
export interface Pom {
  groupId: string | null;
  artifactId: string | null;
  version: string | null;
  /** The line of `artifactId`. */
  line: number;
  parent: Parent | null;
  properties: Property[];
  profiles: Profile[];
  registryUrl: string | null;
}

export interface Parent {
  groupId: string | null;
  artifactId: string | null;
  version: string | null;
  /** Empty if the parent is not in the file system (`<relativePath/>`). */
  relativePath: string;
  line: number;
}

export interface Property {
  name: string;
  value: string;
  /** The index of the profile; null outside profiles. */
  profile: number | null;
}

export interface Profile {
  isActiveByDefault: boolean;
}

/** The element that declares a dependency. */
export type UseRule =
  | "parent"
  | "dependency"
  | "managed_dependency"
  | "bom"
  | "plugin"
  | "managed_plugin"
  | "plugin_dependency"
  | "annotation_processor"
  | "artifact_item"
  | "extension"
  | "core_extension";

export interface Use {
  rule: UseRule;
  /** The line of `artifactId`. */
  line: number;
  groupId: string;
  artifactId: string;
  version: string | null;
  /** `type:classifier`. Dependency management distinguishes these. */
  variant: string;
  /** `test`, `provided` and so on; null if not stated. */
  scope: string | null;
  profile: number | null;
}

export interface MavenFacts {
  /** Null for `.mvn/extensions.xml`. */
  pom: Pom | null;
  uses: Use[];
  /** Invalid elements. They do not affect the file's other elements. */
  problems: { line: number; message: string }[];
}

export type FileKind = "pom" | "core_extensions";

/** Reads the facts of a POM or of `.mvn/extensions.xml`. Throws SyntaxProblem. */
export function read(file: SourceFile, kind: FileKind | undefined): MavenFacts {
  const root = file.xml();
  const problems: MavenFacts["problems"] = [];
  if (kind === "core_extensions") {
    return { pom: null, uses: readCoreExtensions(expectRoot(root, "extensions"), problems), problems };
  }
  const project = expectRoot(root, "project");
  return { pom: readPom(project), uses: readUses(project, problems), problems };
}

function expectRoot(root: XmlElement, name: string): XmlElement {
  if (root.name !== name) throw new SyntaxProblem(`Expected <${name}> as the root element.`, root.line);
  return root;
}

/** Returns the text of a descendant; null if it is absent or empty. */
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

const PLUGIN_GROUP = "org.apache.maven.plugins";

/** The paths of elements that declare dependencies, below the project and below each profile. */
const DECLARING_ELEMENTS: readonly (readonly [rule: UseRule, ...path: string[]])[] = [
  ["dependency", "dependencies", "dependency"],
  ["managed_dependency", "dependencyManagement", "dependencies", "dependency"],
  ["plugin", "build", "plugins", "plugin"],
  ["plugin", "reporting", "plugins", "plugin"],
  ["managed_plugin", "build", "pluginManagement", "plugins", "plugin"],
  ["extension", "build", "extensions", "extension"],
];

/** Artifacts in plugin configurations: annotation processors, and artifacts to copy. */
const CONFIGURATION_LISTS: readonly (readonly [rule: UseRule, list: string, item: RegExp])[] = [
  ["annotation_processor", "annotationProcessorPaths", /^(?:path|annotationProcessorPath)$/],
  ["artifact_item", "artifactItems", /^artifactItem$/],
];

/** Allows placeholders of any kind. */
const NAME = /^\S{1,256}$/;

type Problems = MavenFacts["problems"];

/** Returns the uses of the project and its profiles, sorted by line. */
function readUses(project: XmlElement, problems: Problems): Use[] {
  const profiles = elementsAt(project, "profiles", "profile");
  return [
    ...usesWithin(project, null, problems),
    ...profiles.flatMap((profile, index) => usesWithin(profile, index, problems)),
  ].toSorted((a, b) => a.line - b.line);
}

const readCoreExtensions = (extensions: XmlElement, problems: Problems): Use[] =>
  elementsAt(extensions, "extension").flatMap((each) => readUse("core_extension", each, null, problems));

function usesWithin(scope: XmlElement, profile: number | null, problems: Problems): Use[] {
  return DECLARING_ELEMENTS.flatMap(([rule, ...path]) =>
    elementsAt(scope, ...path).flatMap((element) => [
      ...readUse(rule, element, profile, problems),
      ...(isPlugin(rule) ? usesOfPlugin(element, profile, problems) : []),
    ]),
  );
}

const isPlugin = (rule: UseRule): boolean => rule === "plugin" || rule === "managed_plugin";

/** Returns the dependencies of a plugin and the artifacts in its configurations. */
function usesOfPlugin(plugin: XmlElement, profile: number | null, problems: Problems): Use[] {
  const configurations = [
    ...elementsAt(plugin, "configuration"),
    ...elementsAt(plugin, "executions", "execution", "configuration"),
  ];
  return [
    ...elementsAt(plugin, "dependencies", "dependency").flatMap((element) =>
      readUse("plugin_dependency", element, profile, problems),
    ),
    ...CONFIGURATION_LISTS.flatMap(([rule, list, item]) =>
      configurations
        .flatMap((configuration) => elementsAt(configuration, list))
        .flatMap(({ children }) => children.filter(({ name }) => item.test(name)))
        .flatMap((element) => readUse(rule, element, profile, problems)),
    ),
  ];
}

/** Returns nothing for a dependency on a local file (`<scope>system</scope>`). */
function readUse(
  elementRule: UseRule,
  element: XmlElement,
  profile: number | null,
  problems: Problems,
): Use[] {
  const text = (name: string): string => elementAt(element, name)?.text ?? "";
  if (text("scope") === "system") return [];
  const groupId = text("groupId") || (isPlugin(elementRule) ? PLUGIN_GROUP : "");
  const artifactId = elementAt(element, "artifactId");
  if (!artifactId || !NAME.test(groupId) || !NAME.test(artifactId.text)) {
    problems.push({ line: element.line, message: `<${element.name}> has no valid groupId and artifactId.` });
    return [];
  }
  const isBom = elementRule === "managed_dependency" && text("scope") === "import";
  return [
    {
      rule: isBom ? "bom" : elementRule,
      line: artifactId.line,
      groupId,
      artifactId: artifactId.text,
      version: text("version") || null,
      variant: `${text("type") || "jar"}:${text("classifier")}`,
      scope: text("scope") || null,
      profile,
    },
  ];
}
