/** An event as it came in: what is signed are its bytes. */
export interface Delivery {
  header: (name: string) => string | undefined;
  body: Uint8Array;
}

/** Undefined for what is no JSON. */
export function parseJson(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString("utf8"));
  } catch {
    return undefined;
  }
}

/** What latest versions and declarations are read from: the default branch, and tags. */
export const isScanned = (ref: string | undefined, defaultBranch: string | undefined): boolean =>
  ref !== undefined && (ref.startsWith("refs/tags/") || ref === `refs/heads/${defaultBranch}`);
