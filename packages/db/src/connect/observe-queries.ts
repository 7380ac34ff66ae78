import { Client } from "pg";

/** Called with the text of a query when it is sent. Returns what is called when it is answered. */
export type ObserveQuery = (text: string) => ((error?: unknown) => void) | undefined;

type Query = (this: Client, ...args: unknown[]) => unknown;

/** Observes every query over TCP in this process, from now on. The driver has no event for it. */
export function observeQueries(observe: ObserveQuery): void {
  const prototype = Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function observed(...args) {
    const [first] = args;
    const text = typeof first === "string" ? first : (first as { text?: unknown }).text;
    const end = typeof text === "string" ? observe(text) : undefined;
    if (!end) return query.apply(this, args);
    const callback = args.at(-1);
    if (typeof callback === "function") {
      const answer = (...results: unknown[]): void => {
        end(results[0]);
        Reflect.apply(callback, undefined, results);
      };
      return query.apply(this, [...args.slice(0, -1), answer]);
    }
    const answered = query.apply(this, args);
    if (answered instanceof Promise)
      answered.then(
        () => end(),
        (error: unknown) => end(error),
      );
    return answered;
  };
}
