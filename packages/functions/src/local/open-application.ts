import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import type { AppEnv } from "@knockon/api/app-env";
import { APPLICATION_HEADERS, CACHING } from "@knockon/web/application-headers";
import { APPLICATION_PATHS } from "@knockon/web/application-paths";
import { type Context, Hono } from "hono";
import { APPLICATION_FOLDER } from "./distribution.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".svg": "image/svg+xml",
  ".woff2": "font/woff2",
};

/** In order of preference. */
const ENCODINGS = [
  { name: "br", suffix: ".br" },
  { name: "gzip", suffix: ".gz" },
] as const;

interface StaticFile {
  type: string;
  etag: string;
  body: Buffer<ArrayBuffer>;
  /** Compressed bodies by encoding, written by the build. */
  encoded: ReadonlyMap<string, Buffer<ArrayBuffer>>;
}

/**
 * Serves the built web application from memory; undefined if it is not built. Files with a hash in their name are cached
 * forever, the page is revalidated on each request.
 */
export async function openApplication(dist: string = APPLICATION_FOLDER): Promise<Hono<AppEnv> | undefined> {
  const files = await readFiles(dist);
  const page = files.get("index.html");
  if (!page) return undefined;
  const app = new Hono<AppEnv>();
  for (const [path, file] of files) {
    if (path === "index.html") continue;
    const caching = path.startsWith("assets/") ? CACHING.assets : CACHING.others;
    app.get(`/${path}`, (c) => send(c, file, caching));
  }
  return app.on("GET", [...APPLICATION_PATHS], (c) => send(c, page, CACHING.others));
}

function send(c: Context<AppEnv>, file: StaticFile, caching: string): Response {
  const headers: Record<string, string> = {
    ...APPLICATION_HEADERS,
    "Content-Type": file.type,
    "Cache-Control": caching,
    ETag: file.etag,
    Vary: "Accept-Encoding",
  };
  if (c.req.header("If-None-Match") === file.etag) return c.body(null, 304, headers);
  const names = (c.req.header("Accept-Encoding") ?? "").split(",");
  const accepted = new Set(names.map((name) => name.trim().split(";", 1)[0]));
  const encoding = ENCODINGS.find(({ name }) => accepted.has(name) && file.encoded.has(name));
  if (encoding) headers["Content-Encoding"] = encoding.name;
  return c.body((encoding && file.encoded.get(encoding.name)) ?? file.body, 200, headers);
}

async function readFiles(dist: string): Promise<Map<string, StaticFile>> {
  const paths = await listFiles(dist);
  const originals = paths.filter((path) => extname(path) in TYPES);
  const known = new Set(paths);
  const read = async (path: string): Promise<[string, StaticFile]> => {
    const body = await readFile(join(dist, path));
    const compressed = ENCODINGS.filter(({ suffix }) => known.has(path + suffix));
    const encoded = await Promise.all(
      compressed.map(async ({ name, suffix }) => [name, await readFile(join(dist, path + suffix))] as const),
    );
    const etag = `W/"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"`;
    return [path, { type: TYPES[extname(path)] ?? "", etag, body, encoded: new Map(encoded) }];
  };
  return new Map(await Promise.all(originals.map(read)));
}

async function listFiles(dist: string): Promise<string[]> {
  try {
    const entries = await readdir(dist, { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(dist, join(entry.parentPath, entry.name)).replaceAll(sep, "/"));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return [];
    throw error;
  }
}
