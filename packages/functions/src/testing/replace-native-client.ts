/** Preloaded, because the native part of the runtime client must be compiled and is not published. */
import { registerHooks } from "node:module";

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier.endsWith("/rapid-client.node")
      ? { url: new URL("native-client.ts", import.meta.url).href, shortCircuit: true }
      : nextResolve(specifier, context),
});
