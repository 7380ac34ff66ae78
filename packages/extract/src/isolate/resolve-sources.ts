/**
 * Import this before the modules of the product. It saves a tenth of the CPU time of a start, and a fifth of a thread's: otherwise
 * Node.js checks the file of each import, its links and its package.
 */
import { registerHooks } from "node:module";

registerHooks({
  resolve(specifier, context, nextResolve) {
    const { parentURL = "" } = context;
    if (!specifier.startsWith(".") || !specifier.endsWith(".ts") || !parentURL.endsWith(".ts"))
      return nextResolve(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: "module-typescript", shortCircuit: true };
  },
});
