import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startFunction } from "../testing/start-function.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { buildFunctions } from "./build-functions.ts";
import { operationEntries, operationEntry, streamEntry } from "./entry-points.ts";

const build = async (files: Record<string, string>, names: string[]) => {
  const folder = await temporaryFolder(files);
  const outFolder = join(folder, "out");
  const entryPoints = Object.fromEntries(names.map((name) => [name, join(folder, `${name}.ts`)]));
  const bundles = await buildFunctions({ entryPoints, outFolder });
  return {
    bundles,
    folder: (name: string) => join(outFolder, name),
    files: async (name: string) => (await readdir(join(outFolder, name))).toSorted(),
    text: (path: string) => readFile(join(outFolder, path), "utf8"),
    load: (name: string) => import(join(outFolder, name, "index.mjs")) as Promise<{ handler: () => unknown }>,
  };
};

describe("buildFunctions", () => {
  it("bundles only what a function reaches", async () => {
    const built = await build(
      {
        "shared.ts": `export const shared = (name: string) => "shared by " + name;`,
        "queue.ts": `export const queue = "the queue client";`,
        "read.ts": `import { shared } from "./shared.ts"; export const handler = () => shared("read");`,
        "write.ts": `import { shared } from "./shared.ts"; import { queue } from "./queue.ts";
          export const handler = () => shared("write") + queue;`,
        "alone.ts": `export const handler = () => "alone";`,
      },
      ["read", "write", "alone"],
    );

    expect(await built.files("read")).toEqual(["index.mjs"]);
    expect(await built.text("read/index.mjs")).not.toContain("the queue client");
    expect((await built.load("read")).handler()).toBe("shared by read");
    expect((await built.load("write")).handler()).toBe("shared by writethe queue client");
    expect(built.bundles.get("alone")?.bytes).toBe((await built.text("alone/index.mjs")).length);
  });

  it("lists the packages in a bundle, including lazily imported ones", async () => {
    const built = await build(
      {
        "node_modules/@cloud/client/package.json": `{ "main": "index.js" }`,
        "node_modules/@cloud/client/index.js": `export { send } from "wire";`,
        "node_modules/@cloud/client/node_modules/wire/index.js": `export const send = () => "sent";`,
        "node_modules/late/index.js": `export const late = "late";`,
        "send.ts": `import { send } from "@cloud/client"; export const handler = send;`,
        "wait.ts": `export const handler = async () => (await import("late")).late;`,
        "types.ts": `import type { late } from "late"; export const handler = (given: typeof late) => given;`,
      },
      ["send", "wait", "types"],
    );

    expect(built.bundles.get("send")?.packages).toEqual(["wire"]);
    expect(built.bundles.get("wait")?.packages).toEqual(["late"]);
    expect(built.bundles.get("types")?.packages).toEqual([]);
  });

  it("runs a dynamic import only when it is reached", async () => {
    const built = await build(
      {
        "late.ts": `globalThis.ran = "late"; export const late = "late";`,
        "lazy.ts": `export const handler = async () => [globalThis.ran, (await import("./late.ts")).late];`,
      },
      ["lazy"],
    );

    expect(await (await built.load("lazy")).handler()).toEqual([undefined, "late"]);
  });

  it("lets bundled CommonJS require built-in modules", async () => {
    const built = await build(
      {
        "legacy.cjs": `module.exports = require("node:path").posix.join("a", "b");`,
        "modern.ts": `import joined from "./legacy.cjs"; export const handler = async () => joined;`,
      },
      ["modern"],
    );

    // Not loaded here: the test runner would lend it a `require`.
    const fn = await startFunction(built.folder("modern"));
    onTestFinished(() => fn.stop());
    expect(await fn.invoke({})).toBe("a/b");
  });

  it("bundles the module of a worker thread", async () => {
    const built = await build(
      {
        "greeting.ts": `export const greeting: string = "from the thread";`,
        "deep/thread.ts": `import { parentPort } from "node:worker_threads"; import { greeting } from "../greeting.ts";
          parentPort?.postMessage(greeting);`,
        "deep/start.ts": `import { Worker } from "node:worker_threads";
          export const start = () => new Worker(new URL("./thread.ts", import.meta.url), {});`,
        "threaded.ts": `import { once } from "node:events"; import { start } from "./deep/start.ts";
          export const handler = async () => (await once(start(), "message"))[0];`,
        "other.ts": `import { start } from "./deep/start.ts"; export const handler = start;`,
        "alone.ts": `export const handler = () => "alone";`,
      },
      ["threaded", "other", "alone"],
    );

    expect(await (await built.load("threaded")).handler()).toBe("from the thread");
    expect(await built.files("alone")).toEqual(["index.mjs"]);
  });

  it("deletes bundles of removed functions", async () => {
    const folder = await temporaryFolder({ "fn.ts": `export const handler = () => "here";` });
    const outFolder = join(folder, "out");
    await buildFunctions({ entryPoints: { former: join(folder, "fn.ts") }, outFolder });
    await buildFunctions({ entryPoints: { present: join(folder, "fn.ts") }, outFolder });

    expect(await readdir(outFolder)).toEqual(["present"]);
  });

  it("generates an operation's entry from its route and ports, with the rate limit for mutations", async () => {
    const folder = await temporaryFolder({
      "node_modules/@knockon/api/package.json": `{ "type": "module", "exports": { "./*": "./*.ts" } }`,
      "node_modules/@knockon/api/routes/scans.ts": `export const triggerScanRoute = "the scan"; export const getScanRoute = "nothing";`,
      "node_modules/@knockon/api/routes/graph.ts": `export const getGraphRoute = "the graph";`,
      "compose/aws-ports.ts": `export const composeQueue = "a queue"; export const composeBlobStore = "blobs";`,
      "lambda/operation-handlers.ts": `
        export const httpHandler = (...args: unknown[]) => () => ["handles", ...args];
        export const streamHandler = (...args: unknown[]) => () => ["streams", ...args];
        export const limitedHttpHandler = async (...args: unknown[]) => () => ["limits", ...args];`,
    });
    const outFolder = join(folder, "out");
    const ids = ["triggerScan", "getGraph", "getScan"];
    await buildFunctions({
      entryPoints: {
        ...Object.fromEntries(ids.map((id) => [id, operationEntry(id)])),
        streamGetGraph: streamEntry("getGraph"),
      },
      plugins: [operationEntries(join(folder, "lambda"))],
      outFolder,
    });

    const handled = async (name: string) => {
      const built = (await import(join(outFolder, name, "index.mjs"))) as { handler: () => unknown };
      return built.handler();
    };
    expect(await handled("triggerScan")).toEqual(["limits", "the scan", ["a queue"]]);
    expect(await handled("getGraph")).toEqual(["handles", "the graph", ["blobs"]]);
    expect(await handled("getScan")).toEqual(["handles", "nothing", []]);
    expect(await handled("streamGetGraph")).toEqual(["streams", "the graph", ["blobs"]]);
  });
});
