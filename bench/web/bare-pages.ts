import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const PAGES: Readonly<Record<string, string>> = {
  /** The figures and nothing else: what a browser takes for any page. */
  "/overview": `<!doctype html><title>Overview</title><main><a href="/">Repositories 15</a></main>`,
  /** Nearly as large as the graph, another color at every move: what a browser takes for any picture of WebGL. */
  "/canvas": `<!doctype html><title>Canvas</title><canvas role="application" width="1200" height="780"></canvas>
<script>
  const gl = document.querySelector("canvas").getContext("webgl2", { antialias: false });
  addEventListener("mousemove", ({ clientX }) => requestAnimationFrame(() => {
    gl.clearColor((clientX % 256) / 256, 0, 0, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }));
</script>`,
};

/** Pages that do the least there is to do, for as long as `work`. */
export async function withBarePages<T>(work: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(({ url = "" }, response) => {
    const page = PAGES[url];
    response.writeHead(page === undefined ? 404 : 200, { "Content-Type": "text/html; charset=utf-8" });
    response.end(page);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
