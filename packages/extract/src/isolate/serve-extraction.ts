import { parentPort, workerData } from "node:worker_threads";
import type { AnyEcosystem } from "../ecosystem.ts";
import { InterfaceExtraction } from "../interface-extraction.ts";
import { RepositoryExtraction, type FileFacts } from "../repository-extraction.ts";
import type { Progress, Request, Response, Work } from "./protocol.ts";

/** Handles the protocol in the worker thread. */
export function serveExtraction(ecosystems: readonly AnyEcosystem[]): void {
  if (!parentPort) throw new Error("This module runs in a worker thread.");
  const port = parentPort;
  const progress = workerData as Progress;
  let work: Work = "read";
  let commit: RepositoryExtraction | undefined;
  let change: InterfaceExtraction | undefined;

  const reply = (response: Response, transfer: ArrayBuffer[] = []): void =>
    port.postMessage(response, transfer);

  /** Returns the facts of the files if the work is to read them. */
  function read({ files, buffer }: Extract<Request, { kind: "files" }>): FileFacts[] {
    const facts: FileFacts[] = [];
    let start = 0;
    for (const { path, end, side } of files) {
      Atomics.add(progress, 0, 1);
      Atomics.store(progress, 1, 1);
      const bytes = new Uint8Array(buffer, start, end - start);
      if (change) change.addFile(path, bytes, side);
      else if (work === "read") facts.push(started(commit).readFile(path, bytes));
      else started(commit).addFile(path, bytes);
      Atomics.store(progress, 1, 0);
      start = end;
    }
    return facts;
  }

  port.on("message", (request: Request) => {
    switch (request.kind) {
      case "start":
        work = request.work;
        change = work === "compare" ? new InterfaceExtraction(request.repository, ecosystems) : undefined;
        commit = change ? undefined : new RepositoryExtraction(request.repository, ecosystems);
        break;
      case "files":
        reply({ kind: "read", facts: read(request), buffer: request.buffer }, [request.buffer]);
        break;
      case "finish":
        reply({ kind: "result", result: started(commit).finish(request.tree) });
        commit = undefined;
        break;
      case "compare":
        reply({ kind: "interfaces", result: started(change).finish(request.trees) });
        change = undefined;
        break;
    }
  });
}

function started<T>(extraction: T | undefined): T {
  if (extraction === undefined) throw new Error("A message arrived before `start`.");
  return extraction;
}
