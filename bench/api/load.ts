import { Agent, request, type IncomingMessage } from "node:http";

export interface LoadOptions {
  url: string;
  headers: Record<string, string>;
  connections: number;
  durationMs: number;
}

/** Sends requests over concurrent connections and returns their latencies in milliseconds. Throws on a status other than 200. */
export async function load({ url, headers, connections, durationMs }: LoadOptions): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + durationMs;
  const times: number[] = [];
  const sendUntilEnd = async (): Promise<void> => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      await fetchWhole(url, headers, agent);
      times.push(performance.now() - startedAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, sendUntilEnd));
  } finally {
    agent.destroy();
  }
  return times;
}

const fetchWhole = (url: string, headers: Record<string, string>, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    const done = (response: IncomingMessage): void => {
      if (response.statusCode !== 200) reject(new Error(`${url} answered ${response.statusCode}.`));
      response.resume().once("end", resolve).once("error", reject);
    };
    request(url, { agent, headers }, done).once("error", reject).end();
  });
