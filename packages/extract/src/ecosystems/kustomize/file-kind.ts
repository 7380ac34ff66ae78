const NAMES = new Set(["kustomization.yaml", "kustomization.yml", "Kustomization"]);

/** The names that kustomize itself looks for, with their case. */
export const isKustomization = (path: string): boolean => NAMES.has(path.slice(path.lastIndexOf("/") + 1));
