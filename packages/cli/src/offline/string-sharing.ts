/**
 * Returns a function that replaces equal strings in plain data by one of them, across calls. Results of threads and files have
 * a copy of each path and name per declaration. Changes its argument.
 */
export function stringSharing(): <T extends object>(value: T) => T {
  const known = new Map<string, string>();

  function shared(text: string): string {
    const first = known.get(text);
    if (first === undefined) known.set(text, text);
    return first ?? text;
  }

  function share(value: object): void {
    // Arrays are objects with indices as keys.
    const fields = value as Record<string, unknown>;
    // With `for … in`, V8 compiles this function again for almost every kind of object.
    for (const key of Object.keys(fields)) {
      const field = fields[key];
      if (typeof field === "string") fields[key] = shared(field);
      else if (typeof field === "object" && field !== null) share(field);
    }
  }

  return (value) => {
    share(value);
    return value;
  };
}
