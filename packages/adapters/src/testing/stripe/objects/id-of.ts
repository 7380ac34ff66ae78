/** Returns the ID of an object that may be expanded. */
export function idOf(reference: string | { id: string } | null): string {
  if (reference === null) return "";
  return typeof reference === "string" ? reference : reference.id;
}
