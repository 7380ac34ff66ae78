import { printable } from "@knockon/contract/printable";

/** Of one value. Paths and references are rarely longer. */
const MAX_LENGTH = 500;

/**
 * Returns text from a repository as one visible line of bounded length. Names, paths and references are written by others:
 * without line breaks and hidden characters, they can't pass for lines of the answer.
 */
export function inert(text: string, maxLength = MAX_LENGTH): string {
  const visible = printable(text);
  return visible.length > maxLength ? `${visible.slice(0, maxLength)}…` : visible;
}

/** Makes all strings of a value inert. */
export function inertly<T>(value: T): T {
  if (typeof value === "string") return inert(value) as T;
  if (Array.isArray(value)) return value.map(inertly) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, inertly(field)])) as T;
}
