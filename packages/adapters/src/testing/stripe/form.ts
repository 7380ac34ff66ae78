/** Parses Stripe's form encoding: `items[0][price]=price_1` is `{items: [{price: "price_1"}]}`. */
export function parseForm(text: string): Record<string, unknown> {
  const root: Record<string, unknown> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = "", ...rest] = name
      .split(/\]\[|\[|\]/u)
      .filter((part, index) => index === 0 || part !== "");
    place(root, [first, ...rest], value);
  }
  return arrays(root) as Record<string, unknown>;
}

function place(node: Record<string, unknown>, [key = "", ...rest]: string[], value: string): void {
  if (rest.length === 0) node[key] = value;
  else place((node[key] ??= {}) as Record<string, unknown>, rest, value);
}

/** Converts objects with numeric keys to arrays. */
function arrays(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, child]): [string, unknown] => [key, arrays(child)]);
  const isList = entries.length > 0 && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}
