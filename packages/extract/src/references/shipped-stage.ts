import { readDockerfile } from "../ecosystems/docker/dockerfile.ts";
import { imageRoles } from "../ecosystems/docker/stages.ts";

/** Returns whether a line of a Dockerfile is in its final stage or in one that the final stage continues, which ship. */
export function shippedLines(text: string): (line: number) => boolean {
  const { stages } = readDockerfile(text);
  const roles = imageRoles(stages, new Set()).stages;
  return (line) => roles[stages.findLastIndex(({ content }) => content.line <= line)] === "runtime";
}
