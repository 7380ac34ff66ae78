const CONFIG = /(?:^|\/)\.pre-commit-config\.ya?ml$/;
/** Hooks can be asked for only where they are offered at the root. */
const HOOKS = ".pre-commit-hooks.yaml";

export function fileKind(path: string): "config" | "hooks" | undefined {
  if (path === HOOKS) return "hooks";
  return CONFIG.test(path) ? "config" : undefined;
}
