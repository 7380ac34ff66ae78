import { gitName, mavenLookups } from "../../name.ts";
import { BRACKETED, expand, type Bindings } from "../placeholder.ts";
import type { Sighting } from "../reference.ts";

/** The root of a Maven repository: Maven Central and its mirrors, Sonatype, GitHub Packages, JitPack. */
const ROOT = String.raw`https?://(?:(?:repo1\.maven\.org|repo\.maven\.apache\.org|central\.maven\.org|maven-central\.storage(?:-download)?\.googleapis\.com)/maven2|(?:s01\.)?oss\.sonatype\.org/content/(?:repositories|groups)/[\w.-]{1,100}|maven\.pkg\.github\.com/(?<repository>[\w.-]{1,100}/[\w.-]{1,100})|jitpack\.io)`;
/** A root, or a variable with it, and a path. */
const URL = new RegExp(
  String.raw`(?:https?://(?=[a-z\d.-]{1,60}/)|\$\{?[A-Za-z_]\w{0,100}\}?/|\$\([A-Za-z_]\w{0,100}\)/)(?:${BRACKETED}|\$(?![{(])|[\w./%+~-]){1,1000}`,
  "g",
);
const ROOT_ANYWHERE = new RegExp(ROOT);
const IN_ROOT = new RegExp(`^${ROOT}/(?<path>.+)$`);

const NAME = /^[A-Za-z\d_][\w.-]*$/;
const GROUP_SEGMENT = /^[A-Za-z_][\w-]*$/;
const PLACEHOLDER_START = /^[$%{<]/;
const METADATA = "maven-metadata.xml";

/** Whether a text may contain URLs of a Maven repository. */
export const mentionsMavenUrl = (text: string): boolean => ROOT_ANYWHERE.test(text);

/** Returns the artifacts that URLs of Maven repositories name: `…/maven2/io/acme/kit/1.2/kit-1.2.jar`. */
export const readMavenUrls = (text: string, bindings: () => Bindings): Sighting[] =>
  Array.from(text.matchAll(URL)).flatMap((match) => {
    const { path, repository } = IN_ROOT.exec(expand(match[0], bindings).text)?.groups ?? {};
    const found = path === undefined ? undefined : parsePath(path);
    if (!found) return [];
    const { group, artifact, version } = found;
    const location = repository === undefined ? null : `github.com/${repository.toLowerCase()}`;
    return [
      {
        offset: match.index,
        dependencyType: "maven_artifact" as const,
        rawReference: match[0],
        artifact: `${group}:${artifact}`,
        versionConstraint: version,
        versioning: "maven" as const,
        unbound: expand(version ?? "", bindings).unbound,
        lookups: [...mavenLookups(group, artifact), ...(location === null ? [] : [gitName(location)])],
        repository: location,
        rule: "maven_url",
        isFetched: true,
        isDiscussion: false,
        requiresProducer: true as const,
      },
    ];
  });

interface Coordinates {
  group: string;
  artifact: string;
  version: string | null;
}

/** `GROUP/ARTIFACT/VERSION/ARTIFACT-VERSION.jar`, `GROUP/ARTIFACT/maven-metadata.xml`. The version may be a variable, the name may not. */
function parsePath(path: string): Coordinates | undefined {
  const segments = path.split("/");
  const file = segments.pop() ?? "";
  const version = file === METADATA ? null : segments.pop();
  const artifact = segments.pop() ?? "";
  const isFile = file === METADATA || file.startsWith(`${artifact}-`) || PLACEHOLDER_START.test(file);
  if (!isFile || version === undefined || version === "" || !NAME.test(artifact)) return undefined;
  if (segments.length === 0 || !segments.every((segment) => GROUP_SEGMENT.test(segment))) return undefined;
  return { group: segments.join("."), artifact, version };
}
