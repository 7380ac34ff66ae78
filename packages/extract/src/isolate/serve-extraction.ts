import { parentPort, workerData } from "node:worker_threads";
import type { AnyEcosystem } from "../ecosystem.ts";
import { RepositoryExtraction, type FileFacts } from "../repository-extraction.ts";
import type { Progress, Request, Response } from "./protocol.ts";

/** Handles the protocol in the worker thread. */
export function serveExtraction(ecosystems: readonly AnyEcosystem[]): void {
  if (!parentPort) throw new Error("This module runs in a worker thread.");
  const port = parentPort;
  const progress = workerData as Progress;
  /** One per commit. */
  let extractions: RepositoryExtraction[] = [];

  const reply = (response: Response, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(response, transfer);

  port.on("message", (request: Request) => {
    if (request.kind === "start") {
      const { repository, commits } = request;
      extractions = Array.from({ length: commits }, () => new RepositoryExtraction(repository, ecosystems));
      return;
    }
    const [first] = extractions;
    if (!first) throw new Error("A message arrived before `start`.");
    if (request.kind !== "finish") {
      const facts: FileFacts[] = [];
      let start = 0;
      for (const { path, end, commit } of request.files) {
        Atomics.add(progress, 0, 1);
        Atomics.store(progress, 1, 1);
        const read = first.readFile(path, new Uint8Array(request.buffer, start, end - start));
        if (request.kind === "read") facts.push(read);
        else
          for (const one of commit === undefined ? extractions : extractions.slice(commit, commit + 1))
            one.addFacts(read);
        Atomics.store(progress, 1, 0);
        start = end;
      }
      reply({ kind: "read", facts, buffer: request.buffer }, [request.buffer]);
      return;
    }
    const results = extractions.map((one, commit) => one.finish(request.trees[commit] ?? []));
    extractions = [];
    reply({ kind: "result", results });
  });
}
