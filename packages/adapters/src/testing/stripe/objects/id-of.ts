/** Of what is expanded or not. */
export function idOf(reference: string | { id: string } | null): string {
  if (reference === null) return "";
  return typeof reference === "string" ? reference : reference.id;
}
