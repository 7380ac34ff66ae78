/** More packages and messages than any name has. */
const MAX_SCOPES = 100;

/** Returns the names that a name of protocol buffers can mean in a scope, innermost first: https://protobuf.dev/programming-guides/proto3/#name-resolution */
export function scopedNames(scope: string, name: string): string[] {
  if (name.startsWith(".")) return [name.slice(1)];
  const names: string[] = [];
  for (
    let outer = scope;
    outer !== "" && names.length < MAX_SCOPES;
    outer = outer.slice(0, Math.max(0, outer.lastIndexOf(".")))
  )
    names.push(`${outer}.${name}`);
  return [...names, name];
}
