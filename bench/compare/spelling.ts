import { parseImageReference } from "@knockon/extract/image-reference";

/** Where names of one thing may be written in several ways, the way in which both sides are compared. */

export const imageName = (name: string): string => parseImageReference(name)?.name ?? name;

const DOCKER_HUB = /^(?:registry-1|index)\.docker\.io\//;

/** `https://charts.acme.io/` and `app`, `oci://ghcr.io/acme/charts/app`: host, path and chart. */
export const chartName = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.replace(/^[\w+]+:\/\//, "").replace(/\/+$/, ""))
    .filter((part) => part !== "")
    .join("/")
    .toLowerCase()
    .replace(DOCKER_HUB, "docker.io/");

/** After PEP 503. */
export const pythonName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, "-");

/** `>= 1.0, < 2` is `>=1.0,<2`. */
export const withoutSpaces = (version: string): string => version.replace(/\s+/g, "");

/** Some managers leave a tag out that a template makes. */
export const withoutTemplate = (version: string): string => (version.includes("{{") ? "" : version);

/** The bot reads what stands there as a number where YAML does: `1.10` is 1.1. */
export const asYamlNumber = (version: string): string =>
  /^\d+\.\d+$/.test(version) ? String(Number(version)) : version;
