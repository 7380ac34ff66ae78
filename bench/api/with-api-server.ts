import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Serving } from "./api-server.ts";

const SERVER = fileURLToPath(new URL("./api-server.ts", import.meta.url));

/** Both sides, served for as long as `work`. */
export async function withApiServer<T>(
  options: { url: string; blobFolder: string },
  work: (serving: Serving) => Promise<T>,
): Promise<T> {
  const child = fork(SERVER, [JSON.stringify(options)]);
  const ended = once(child, "exit");
  const died = ended.then(([code]) => {
    throw new Error(`The server ended with ${code}.`);
  });
  died.catch(() => {});
  try {
    const [serving] = (await Promise.race([once(child, "message"), died])) as [Serving];
    return await Promise.race([work(serving), died]);
  } finally {
    if (child.connected) child.disconnect();
    await ended;
  }
}
