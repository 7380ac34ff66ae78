import { readChartpress } from "../../chartpress.ts";
import { at, entriesOf, itemsOf, scalarAt, type DataNode } from "../../document/node.ts";
import type { SourceFile } from "../../source-file.ts";
import { COMPOSE_BUILD, emptyFacts, type DockerFacts, type ImageBuild } from "./facts.ts";

/** Build tools that push images without a Dockerfile, by the name of their file and a text that it must contain. */
const TOOLS: readonly { path: RegExp; text: string; images: (text: string) => Found[] }[] = [
  { path: /(?:^|\/)[^/]+\.gradle(?:\.kts)?$/, text: "jib", images: jibInGradle },
  { path: /(?:^|\/)[^/]+\.gradle(?:\.kts)?$/, text: "bootBuildImage", images: springInGradle },
  { path: /(?:^|\/)pom\.xml$/, text: "jib-maven-plugin", images: jibInMaven },
  { path: /\.(?:cs|fs|vb)proj$/, text: "<ContainerRepository>", images: dotnet },
];

const RULE = "docker.build_tool";

/** Whether a file configures the image of a build tool. */
export const isBuildTool = ({ path, text }: { path: string; text: string }): boolean =>
  TOOLS.some((tool) => tool.path.test(path) && text.includes(tool.text));

/** Reads the images that a build tool pushes. */
export function readBuildTool({ path, text }: SourceFile): DockerFacts {
  const found = TOOLS.filter((tool) => tool.path.test(path) && text.includes(tool.text)).flatMap(
    ({ images }) => images(text),
  );
  const builds = found.slice(0, MAX_IMAGES).map(({ image, offset }): ImageBuild => ({
    line: text.slice(0, offset).split("\n").length,
    text: image.trim(),
    rule: RULE,
  }));
  return { ...emptyFacts("buildtool"), builds };
}

interface Found {
  image: string;
  offset: number;
}

const MAX_IMAGES = 50;
/** Bounds the text of one configuration block. */
const MAX_BLOCK = 3000;

/** Returns the matches of a pattern in what follows each match of a start. */
function after(text: string, start: RegExp, pattern: RegExp): Found[] {
  const starts = Array.from(text.matchAll(start), ({ 0: { length }, index }) => index + length);
  return starts.slice(0, MAX_IMAGES).flatMap((from) => {
    const match = pattern.exec(text.slice(from, from + MAX_BLOCK));
    const image = match?.groups?.["image"];
    return match && image !== undefined
      ? [{ image, offset: from + match.index + match[0].indexOf(image) }]
      : [];
  });
}

function jibInGradle(text: string): Found[] {
  const own = after(
    text,
    /\bjib[ \t]*\{/g,
    /\bto[ \t]*\{\s{0,20}(?:setImage\(|image[ \t]*=?[ \t]*)["'](?<image>[^"'\n]{1,300})["']/,
  );
  return [...own, ...after(text, /\bjib\.to\.image[ \t]*=/g, /^[ \t]*["'](?<image>[^"'\n]{1,300})["']/)];
}

/** The image is only pushed with `publish`. */
function springInGradle(text: string): Found[] {
  const start = /\bbootBuildImage\b["')>]*[ \t]*\{/g;
  if (after(text, start, /\bpublish\b[^\n]{0,20}(?<image>true)/).length === 0) return [];
  return after(text, start, /\bimageName\b[ \t]*(?:\.set\(|=)?[ \t]*["'](?<image>[^"'\n]{1,300})["']/);
}

function jibInMaven(text: string): Found[] {
  return after(text, /<artifactId>jib-maven-plugin</g, /<to>\s{0,200}<image>(?<image>[^<\n]{1,300})</);
}

function dotnet(text: string): Found[] {
  const registry = /<ContainerRegistry>(?<name>[^<\n$]{1,200})</.exec(text)?.groups?.["name"]?.trim();
  return after(text, /<ContainerRepository>/g, /^(?<image>[^<\n]{1,300})</).map(({ image, offset }) => ({
    image: registry === undefined ? image : `${registry}/${image.trim()}`,
    offset,
  }));
}

/** Reads a `skaffold.yaml`. It builds for development, so its images are only assumed to be published. */
export function readSkaffold(file: SourceFile): DockerFacts {
  const facts = emptyFacts("skaffold");
  for (const root of file.yaml()) {
    const profiles = itemsOf(at(root, "profiles"));
    for (const item of [root, ...profiles].flatMap((each) => itemsOf(at(each, "build", "artifacts")))) {
      facts.builds.push(...imageOf(item));
      facts.dockerfiles.push(...dockerfileOf(item));
    }
  }
  return facts;
}

function imageOf(item: DataNode): ImageBuild[] {
  const image = scalarAt(item, "image");
  return image ? [{ line: image.line, text: image.text, rule: COMPOSE_BUILD }] : [];
}

const OTHER_BUILDERS = new Set(["ko", "jib", "bazel", "buildpacks", "custom"]);

function dockerfileOf(item: DataNode): DockerFacts["dockerfiles"] {
  const image = scalarAt(item, "image")?.text;
  if (image === undefined || entriesOf(item).some(({ key }) => OTHER_BUILDERS.has(key))) return [];
  const context = scalarAt(item, "context")?.text.replace(/\/$/, "") ?? ".";
  const written = scalarAt(item, "docker", "dockerfile")?.text ?? "Dockerfile";
  return [
    {
      images: [image],
      paths: [`${context}/${written}`],
      target: scalarAt(item, "docker", "target")?.text ?? null,
    },
  ];
}

/** Reads the images that a `chartpress.yaml` builds and pushes. */
export function readPressedImages(file: SourceFile): DockerFacts {
  const images = readChartpress(file).flatMap((chart) => chart.images);
  return {
    ...emptyFacts("chartpress"),
    builds: images.map(({ name, line }) => ({ line, text: name, rule: RULE })),
    dockerfiles: images.map(({ name, dockerfile }) => ({
      images: [name],
      paths: [dockerfile],
      target: null,
    })),
  };
}
