import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "@knockon/cli/build/bundle";

interface Component {
  type: "library";
  "bom-ref": string;
  name: string;
  version: string;
  purl: string;
  licenses: object[];
  hashes?: { alg: "SHA-512"; content: string }[];
}

/** A heading of THIRD-PARTY.md, which the build of a bundle writes. */
const HEADING = /^## (?<name>\S+) (?<version>\S+) \((?<license>.+)\)$/gmu;

/** Renders the packages that a bundle contains as CycloneDX 1.6 (https://cyclonedx.org/docs/1.6/json/). */
export async function renderBillOfMaterials(name: string, version: string, folder: string) {
  const [thirdParty, digests] = await Promise.all([
    readFile(join(folder, "THIRD-PARTY.md"), "utf8"),
    readDigests(),
  ]);
  const components = [...thirdParty.matchAll(HEADING)].map(({ groups = {} }) =>
    describeComponent(groups as { name: string; version: string; license: string }, digests),
  );
  const ref = `pkg:generic/${name}@${version}`;
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", "bom-ref": ref, name, version, purl: ref } },
    components,
    dependencies: [{ ref, dependsOn: components.map((component) => component["bom-ref"]) }],
  };
}

function describeComponent(
  { name, version, license }: { name: string; version: string; license: string },
  digests: ReadonlyMap<string, string>,
): Component {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const digest = digests.get(`${name}@${version}`);
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    purl,
    licenses: / (?:OR|AND) /u.test(license) ? [{ expression: license }] : [{ license: { id: license } }],
    ...(digest !== undefined && { hashes: [{ alg: "SHA-512", content: digest }] }),
  };
}

/** Digests of the packages' tarballs in the lock file, as hexadecimal text. */
async function readDigests(): Promise<Map<string, string>> {
  const { packages } = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8")) as {
    packages: Record<string, { version?: string; integrity?: string }>;
  };
  return new Map(
    Object.entries(packages).flatMap(([path, { version, integrity }]) => {
      const digest = /^sha512-(?<base64>.+)$/u.exec(integrity ?? "")?.groups?.["base64"];
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      return digest === undefined
        ? []
        : [[`${name}@${version}`, Buffer.from(digest, "base64").toString("hex")] as const];
    }),
  );
}
