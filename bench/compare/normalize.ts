import { parseImageReference } from "@knockon/extract/image-reference";

/** Normalizes the spellings of both sides. bench/README.md explains each rule. */

export const imageName = (name: string): string => parseImageReference(name)?.name ?? name;

const DOCKER_HUB = /^(?:registry-1|index)\.docker\.io\//;

/** Joins host, path and chart: of `https://charts.acme.io/` and `app`, or of `oci://ghcr.io/acme/charts/app`. */
export const chartName = (...parts: readonly string[]): string =>
  parts
    .map((part) => part.replace(/^[\w+]+:\/\//, "").replace(/\/+$/, ""))
    .filter((part) => part !== "")
    .join("/")
    .toLowerCase()
    .replace(DOCKER_HUB, "docker.io/");

/** Normalizes according to PEP 503. */
export const pythonName = (name: string): string => name.toLowerCase().replace(/[-_.]+/g, "-");

/** Turns `>= 1.0, < 2` into `>=1.0,<2`. */
export const withoutSpaces = (version: string): string => version.replace(/\s+/g, "");

/** Returns an empty version for a template, as some managers do. */
export const withoutTemplate = (version: string): string => (version.includes("{{") ? "" : version);

/** Reads a version of two numbers as a YAML number, like the bot: `1.10` is 1.1. */
export const asYamlNumber = (version: string): string =>
  /^\d+\.\d+$/.test(version) ? String(Number(version)) : version;
