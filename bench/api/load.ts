import { Agent, request, type IncomingMessage } from "node:http";

export interface LoadOptions {
  url: string;
  headers: Record<string, string>;
  connections: number;
  milliseconds: number;
}

/** Asks over so many connections at once, each waiting for its answer, and returns how long each took. Throws unless it is 200. */
export async function load({ url, headers, connections, milliseconds }: LoadOptions): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const until = performance.now() + milliseconds;
  const times: number[] = [];
  const ask = async (): Promise<void> => {
    while (performance.now() < until) {
      const startedAt = performance.now();
      await fetchWhole(url, headers, agent);
      times.push(performance.now() - startedAt);
    }
  };
  try {
    await Promise.all(Array.from({ length: connections }, ask));
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
