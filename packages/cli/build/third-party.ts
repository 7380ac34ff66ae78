import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "./bundle.ts";

/** The folder of a package, also of one below another package. */
const PACKAGE = /^(?<folder>.*node_modules\/(?:@[^/]+\/)?[^/]+)\//u;

export interface BundledPackage {
  name: string;
  version: string;
  license: string;
  /** Path relative to the root, such as `node_modules/zod`. */
  folder: string;
}

/** Returns all npm packages with a module in a bundle, sorted by name and version. Throws if one has no license. */
export async function listBundledPackages(sources: readonly string[]): Promise<BundledPackage[]> {
  const folders = new Set(sources.flatMap((path) => PACKAGE.exec(path)?.groups?.["folder"] ?? []));
  const packages = await Promise.all([...folders].map(readPackage));
  const orderOf = ({ name, version }: BundledPackage): string => `${name} ${version}`;
  return packages.toSorted((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
}

/** Renders the licenses of all packages in a bundle as Markdown. Throws if one has no license. */
export async function renderThirdParty(sources: readonly string[]): Promise<string> {
  const packages = await listBundledPackages(sources);
  const texts = await Promise.all(packages.map(readLicense));
  return [
    "# Third-party licenses\n",
    "Knockon contains code of these packages.\n",
    ...packages.flatMap(({ name, version, license }, index) => [
      `## ${name} ${version} (${license})\n`,
      `\`\`\`\`text\n${texts[index]?.trim()}\n\`\`\`\`\n`,
    ]),
  ].join("\n");
}

async function readPackage(folder: string): Promise<BundledPackage> {
  const { name, version, license } = JSON.parse(
    await readFile(join(ROOT, folder, "package.json"), "utf8"),
  ) as Partial<BundledPackage>;
  if (name === undefined || version === undefined || license === undefined)
    throw new Error(`The package in ${folder} has no license. Bundle another one.`);
  return { name, version, license, folder };
}

/** Returns the text of the license file. Some packages have it in their README, or only name the license. */
async function readLicense({ folder, license }: BundledPackage): Promise<string> {
  const files = await readdir(join(ROOT, folder));
  const read = async (pattern: RegExp): Promise<string | undefined> => {
    const file = files.find((one) => pattern.test(one));
    return file === undefined ? undefined : readFile(join(ROOT, folder, file), "utf8");
  };
  const readme = (await read(/^readme(?:\.|$)/iu)) ?? "";
  const section = /^#+ *licen[cs]e\s*\n(?<text>[^#]*)/imu.exec(readme)?.groups?.["text"]?.trim();
  return (await read(/^(?:licen[cs]e|copying)(?:\.|-|$)/iu)) ?? (section || license);
}
