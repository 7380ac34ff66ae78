import { setTimeout as sleep } from "node:timers/promises";

const POLL_MS = 100;

interface Answer {
  status: number;
  text: string;
}

/** A client of one workspace. */
export class Client {
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  async send(method: "GET" | "POST", path: string, body?: object): Promise<Answer> {
    const response = await fetch(`${this.#url}/api/v1${path}`, {
      method,
      headers: { "X-API-Key": this.#key, "Content-Type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, text: await response.text() };
  }

  /** Sends a request that must succeed, and returns its body. */
  async call<T>(method: "GET" | "POST", path: string, body?: object): Promise<T> {
    const { status, text } = await this.send(method, path, body);
    if (status >= 300) throw new Error(`${method} ${path} answered ${status}: ${text.slice(0, 200)}`);
    return JSON.parse(text) as T;
  }

  /** Connects a listing file. Returns the organization's ID. */
  async connect(name: string, listing: string): Promise<string> {
    const body = { name, platform: "local", url: listing };
    return (await this.call<{ id: string }>("POST", "/connected-orgs", body)).id;
  }

  /** Scans an organization and returns the seconds until the scan has ended. */
  async scan(orgId: string): Promise<number> {
    const startedAt = performance.now();
    const { id } = await this.call<{ id: string }>("POST", `/connected-orgs/${orgId}/scans`, {});
    let status = "pending";
    while (status === "pending" || status === "running") {
      await sleep(POLL_MS);
      ({ status } = await this.call<{ status: string }>("GET", `/scans/${id}`));
    }
    if (status !== "completed") throw new Error(`The scan ended with ${status}.`);
    return (performance.now() - startedAt) / 1000;
  }
}
