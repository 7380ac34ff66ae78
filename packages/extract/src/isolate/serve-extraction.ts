import { parentPort, workerData } from "node:worker_threads";
import type { AnyEcosystem } from "../ecosystem.ts";
import { RepositoryExtraction, type FileFacts } from "../repository-extraction.ts";
import type { Progress, Request, Response } from "./protocol.ts";

/** Handles the protocol in the worker thread. */
export function serveExtraction(ecosystems: readonly AnyEcosystem[]): void {
  if (!parentPort) throw new Error("This module runs in a worker thread.");
  const port = parentPort;
  const progress = workerData as Progress;
  let extraction: RepositoryExtraction | undefined;
  let kept = new Map<string, FileFacts>();
  let isKept = false;

  const reply = (response: Response, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(response, transfer);

  port.on("message", (request: Request) => {
    if (request.kind === "start") {
      extraction = new RepositoryExtraction(request.repository, ecosystems);
      for (const path of request.unchanged ?? []) {
        const facts = kept.get(path);
        if (facts) extraction.addFacts(facts);
      }
      kept = new Map();
      isKept = request.isKept === true;
      return;
    }
    if (!extraction) throw new Error("A message arrived before `start`.");
    if (request.kind !== "finish") {
      const facts: FileFacts[] = [];
      let start = 0;
      for (const { path, end } of request.files) {
        Atomics.add(progress, 0, 1);
        Atomics.store(progress, 1, 1);
        const read = extraction.readFile(path, new Uint8Array(request.buffer, start, end - start));
        if (request.kind === "read") facts.push(read);
        else extraction.addFacts(read);
        if (isKept) kept.set(path, read);
        Atomics.store(progress, 1, 0);
        start = end;
      }
      reply({ kind: "read", facts, buffer: request.buffer }, [request.buffer]);
      return;
    }
    const result = extraction.finish(request.tree);
    extraction = undefined;
    reply({ kind: "result", result });
  });
}
