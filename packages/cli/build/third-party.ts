import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Metafile } from "esbuild";
import { ROOT } from "./bundle.ts";

/** The folder of a package, also of one below another package. */
const PACKAGE = /^(?<folder>.*node_modules\/(?:@[^/]+\/)?[^/]+)\//u;

interface BundledPackage {
  name: string;
  version: string;
  license: string;
  /** Text of its license file. */
  text: string;
}

/** Renders the licenses of all packages in a bundle as Markdown. Throws if one has no license. */
export async function renderThirdParty({ outputs }: Metafile): Promise<string> {
  const sources = Object.values(outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(sources.flatMap((path) => PACKAGE.exec(path)?.groups?.["folder"] ?? []));
  const packages = await Promise.all([...folders].map(readPackage));
  const sorted = packages.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return [
    "# Third-party licenses\n",
    "Knockon contains code of these packages.\n",
    ...sorted.flatMap(({ name, version, license, text }) => [
      `## ${name} ${version} (${license})\n`,
      `\`\`\`\`text\n${text.trim()}\n\`\`\`\`\n`,
    ]),
  ].join("\n");
}

async function readPackage(path: string): Promise<BundledPackage> {
  const folder = join(ROOT, path);
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, "package.json"), "utf8"),
  ) as Partial<BundledPackage>;
  const file = (await readdir(folder)).find((one) => /^(?:licen[cs]e|copying)(?:\.|-|$)/iu.test(one));
  if (name === undefined || version === undefined || license === undefined || file === undefined)
    throw new Error(`The package in ${folder} has no license. Bundle another one.`);
  return { name, version, license, text: await readFile(join(folder, file), "utf8") };
}
