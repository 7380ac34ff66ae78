import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { startFunction } from "../testing/start-function.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { buildFunctions } from "./build-functions.ts";
import { operationEntries, operationEntry } from "./operation-entries.ts";

const build = async (files: Record<string, string>, names: string[]) => {
  const folder = await temporaryFolder(files);
  const outFolder = join(folder, "out");
  const entryPoints = Object.fromEntries(names.map((name) => [name, join(folder, `${name}.ts`)]));
  const sizes = await buildFunctions({ entryPoints, outFolder });
  return {
    sizes,
    folder: (name: string) => join(outFolder, name),
    files: async (name: string) => (await readdir(join(outFolder, name))).toSorted(),
    text: (path: string) => readFile(join(outFolder, path), "utf8"),
    load: (name: string) => import(join(outFolder, name, "index.mjs")) as Promise<{ handler: () => unknown }>,
  };
};

describe("buildFunctions", () => {
  it("gives a function what it reaches and nothing of its neighbours", async () => {
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

    expect(await built.files("alone")).toEqual(["index.mjs"]);
    expect(await built.files("read")).toEqual([expect.stringMatching(/^chunk-\w+\.mjs$/u), "index.mjs"]);
    const read = await Promise.all((await built.files("read")).map((file) => built.text(`read/${file}`)));
    expect(read.join("")).not.toContain("the queue client");
    expect((await built.load("read")).handler()).toBe("shared by read");
    expect((await built.load("write")).handler()).toBe("shared by writethe queue client");
    expect(built.sizes.get("alone")).toBe((await built.text("alone/index.mjs")).length);
  });

  it("keeps what a function imports only when it is called", async () => {
    const built = await build(
      {
        "late.ts": `export const late = "late";`,
        "lazy.ts": `export const handler = async () => (await import("./late.ts")).late;`,
      },
      ["lazy"],
    );

    expect(await (await built.load("lazy")).handler()).toBe("late");
  });

  it("lets bundled CommonJS require Node's own modules", async () => {
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

  it("takes a worker thread's module along, bundled", async () => {
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

  it("leaves nothing of a function that is no more", async () => {
    const folder = await temporaryFolder({ "fn.ts": `export const handler = () => "here";` });
    const outFolder = join(folder, "out");
    await buildFunctions({ entryPoints: { former: join(folder, "fn.ts") }, outFolder });
    await buildFunctions({ entryPoints: { present: join(folder, "fn.ts") }, outFolder });

    expect(await readdir(outFolder)).toEqual(["present"]);
  });

  it("writes the entry of an operation from its route, with what it needs beyond others", async () => {
    const folder = await temporaryFolder({
      "node_modules/@knockon/api/package.json": `{ "type": "module", "exports": { "./*": "./*.ts" } }`,
      "node_modules/@knockon/api/routes/cancel-scan.ts": `export const cancelScanRoute = "the route";`,
      "node_modules/@knockon/api/routes/get-scan.ts": `export const getScanRoute = "the other";`,
      "node_modules/@knockon/api/routes/add-seats.ts": `export const addSeatsRoute = "the third";`,
      "lambda/http-handler.ts": `export const httpHandler = (route: string, further: object) => () => [route, further];`,
      "compose/aws-mutation-limit.ts": `export const composeMutationLimit = async () => "limited";`,
      "compose/aws-payments.ts": `export const composePayments = () => "paid";`,
    });
    const outFolder = join(folder, "out");
    await buildFunctions({
      entryPoints: Object.fromEntries(
        ["cancelScan", "getScan", "addSeats"].map((id) => [id, operationEntry(id)]),
      ),
      plugins: [operationEntries(join(folder, "lambda"))],
      outFolder,
    });

    const handled = async (name: string) => {
      const built = (await import(join(outFolder, name, "index.mjs"))) as { handler: () => unknown };
      return built.handler();
    };
    expect(await handled("cancelScan")).toEqual(["the route", { mutationLimit: "limited" }]);
    expect(await handled("getScan")).toEqual(["the other", {}]);
    expect(await handled("addSeats")).toEqual(["the third", { mutationLimit: "limited", payments: "paid" }]);
  });
});
