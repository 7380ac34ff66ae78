import { elementAt, elementsAt, type XmlElement } from "../../document/xml.ts";
import type { MavenFacts, Use, UseRule } from "./pom.ts";

const PLUGIN_GROUP = "org.apache.maven.plugins";

/** Where each kind of use stands, within the project and within a profile. */
const PLACES: readonly (readonly [rule: UseRule, ...path: string[]])[] = [
  ["dependency", "dependencies", "dependency"],
  ["managed_dependency", "dependencyManagement", "dependencies", "dependency"],
  ["plugin", "build", "plugins", "plugin"],
  ["plugin", "reporting", "plugins", "plugin"],
  ["managed_plugin", "build", "pluginManagement", "plugins", "plugin"],
  ["extension", "build", "extensions", "extension"],
];

/** What a plugin's configuration asks for by name: processors of the compiler, files to copy. */
const CONFIGURED: readonly (readonly [rule: UseRule, list: string, item: RegExp])[] = [
  ["annotation_processor", "annotationProcessorPaths", /^(?:path|annotationProcessorPath)$/],
  ["artifact_item", "artifactItems", /^artifactItem$/],
];

/** With placeholders, whatever they are. */
const NAME = /^\S{1,256}$/;

type Problems = MavenFacts["problems"];

/** Every use of the project and of its profiles, in the order of their lines. */
export function readUses(project: XmlElement, problems: Problems): Use[] {
  const profiles = elementsAt(project, "profiles", "profile");
  return [
    ...usesWithin(project, null, problems),
    ...profiles.flatMap((profile, index) => usesWithin(profile, index, problems)),
  ].toSorted((a, b) => a.line - b.line);
}

export const readCoreExtensions = (extensions: XmlElement, problems: Problems): Use[] =>
  elementsAt(extensions, "extension").flatMap((each) => readUse("core_extension", each, null, problems));

function usesWithin(scope: XmlElement, profile: number | null, problems: Problems): Use[] {
  return PLACES.flatMap(([rule, ...path]) =>
    elementsAt(scope, ...path).flatMap((element) => [
      ...readUse(rule, element, profile, problems),
      ...(isPlugin(rule) ? usesOfPlugin(element, profile, problems) : []),
    ]),
  );
}

const isPlugin = (rule: UseRule): boolean => rule === "plugin" || rule === "managed_plugin";

/** What a plugin brings with it: dependencies of its own, and what it is configured or executed with. */
function usesOfPlugin(plugin: XmlElement, profile: number | null, problems: Problems): Use[] {
  const configurations = [
    ...elementsAt(plugin, "configuration"),
    ...elementsAt(plugin, "executions", "execution", "configuration"),
  ];
  return [
    ...elementsAt(plugin, "dependencies", "dependency").flatMap((element) =>
      readUse("plugin_dependency", element, profile, problems),
    ),
    ...CONFIGURED.flatMap(([rule, list, item]) =>
      configurations
        .flatMap((configuration) => elementsAt(configuration, list))
        .flatMap(({ children }) => children.filter(({ name }) => item.test(name)))
        .flatMap((element) => readUse(rule, element, profile, problems)),
    ),
  ];
}

/** Nothing for a file of this machine (`<scope>system</scope>`). */
function readUse(placed: UseRule, element: XmlElement, profile: number | null, problems: Problems): Use[] {
  const text = (name: string): string => elementAt(element, name)?.text ?? "";
  if (text("scope") === "system") return [];
  const groupId = text("groupId") || (isPlugin(placed) ? PLUGIN_GROUP : "");
  const artifactId = elementAt(element, "artifactId");
  if (!artifactId || !NAME.test(groupId) || !NAME.test(artifactId.text)) {
    problems.push({ line: element.line, message: `<${element.name}> names no groupId and artifactId.` });
    return [];
  }
  const isBom = placed === "managed_dependency" && text("scope") === "import";
  return [
    {
      rule: isBom ? "bom" : placed,
      line: artifactId.line,
      groupId,
      artifactId: artifactId.text,
      version: text("version") || null,
      variant: `${text("type") || "jar"}:${text("classifier")}`,
      profile,
    },
  ];
}
