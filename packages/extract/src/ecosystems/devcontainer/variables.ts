const VARIABLE = /\$\{(?<name>[^{}:]{1,100}(?::[^{}:]{1,200})?)(?::(?<fallback>[^{}]{0,200}))?\}/g;

/** `${localEnv:TAG:1.2}` is `1.2`; a variable without a default stays, and the first of those is unbound. */
export function bindVariables(written: string): { text: string; unbound: string | null } {
  const text = written.replace(VARIABLE, (whole: string, ...rest) => {
    const { fallback } = rest.at(-1) as Partial<Record<string, string>>;
    return fallback ?? whole;
  });
  const [unbound] = text.matchAll(VARIABLE);
  return { text, unbound: unbound?.groups?.["name"] ?? null };
}
