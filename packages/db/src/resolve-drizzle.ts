/**
 * Import this before any module that imports drizzle-orm, or preload it with `node --import`. It saves a second of CPU time per process:
 * Node.js reads and parses drizzle-orm's package.json (180 kB) again for each of its several hundred imports.
 * https://github.com/drizzle-team/drizzle-orm/pull/5934 shortens that file in the next major version. Remove this module then.
 */
import { registerHooks, type ResolveFnOutput } from "node:module";

const resolved = new Map<string, ResolveFnOutput>();

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = "" } = context;
    if (
      specifier.startsWith(".") &&
      parentURL.includes("/node_modules/drizzle-orm/") &&
      parentURL.endsWith(".js")
    )
      return { url: new URL(specifier, parentURL).href, format: "module", shortCircuit: true };
    if (!/^drizzle-orm(?:\/|$)/u.test(specifier) || !context.conditions.includes("import"))
      return nextResolve(specifier, context);
    const known = resolved.get(specifier) ?? { ...nextResolve(specifier, context), shortCircuit: true };
    resolved.set(specifier, known);
    return known;
  },
});
