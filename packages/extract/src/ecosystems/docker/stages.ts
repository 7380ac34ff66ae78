import { posix } from "node:path";
import type { Role } from "@knockon/contract/vocabulary/role";
import { roleOfName } from "../../file-purpose.ts";
import type { StageContent } from "./interface.ts";

/** A stage of a Dockerfile, as plain JSON. Stages are referred to by index. */
export interface Stage {
  /** Lowercase, or null. */
  name: string | null;
  /** The stage that FROM continues, or null for an image. */
  base: number | null;
  /** Other stages that FROM may continue, if a variable chooses. */
  otherBases?: number[];
  /** The stages and images that `COPY --from` reads. */
  copies: Copy[];
  /** The stages that `RUN --mount` reads. */
  mounts: number[];
  /** Whether the stage only names its base. A copy from it is a copy from that image. */
  isAlias: boolean;
  content: StageContent;
}

/** A `COPY --from`. */
export interface Copy {
  /** The stage, or null for an image. */
  from: number | null;
  line: number;
  /** Absolute paths in the source. */
  sources: string[];
  /** The absolute path of the target. A folder if it ends with a slash. */
  target: string;
}

/** What a Dockerfile's images are needed for. */
export interface ImageRoles {
  /** The role of the images of each stage. */
  stages: Role[];
  /** The lines of copies from images whose files ship. */
  shipped: ReadonlySet<number>;
}

/**
 * Returns the role of the images of each stage. The final stage, its bases and stages that it copies as a whole are `runtime`,
 * others that it copies from are `build`, and the rest `dev` or `test`. An image that a stage only names ships with the files that
 * are copied from it, also through a build stage. Stages in `targets` are final as well, except those named after tests or
 * development.
 */
export function imageRoles(stages: readonly Stage[], targets: ReadonlySet<string>): ImageRoles {
  const roles = new Map<number, "runtime" | "build">();
  const final = stages.findLastIndex(({ name }) => name === null || roleOfName(name) === undefined);
  reach(stages, final === -1 ? stages.length - 1 : final, roles);
  for (const [index, { name }] of stages.entries()) {
    if (name !== null && targets.has(name) && !roles.has(index) && roleOfName(name) === undefined)
      reach(stages, index, roles);
  }
  const shipped = shipFiles(stages, roles);
  return {
    stages: stages.map(({ name }, index) => roles.get(index) ?? roleOfName(name ?? "") ?? "dev"),
    shipped,
  };
}

/**
 * Returns the lines of copies from images that end up in a final stage: directly, or because a final stage copies them
 * on from a build stage. Makes stages that only name such an image `runtime`.
 */
function shipFiles(stages: readonly Stage[], roles: Map<number, "runtime" | "build">): Set<number> {
  const shipped = new Set<number>();
  const finalCopies = stages.flatMap((stage, index) => (roles.get(index) === "runtime" ? stage.copies : []));
  for (const [index, { copies }] of stages.entries()) {
    const isFinal = roles.get(index) === "runtime";
    const taken = isFinal
      ? []
      : finalCopies.filter(({ from }) => from === index).flatMap(({ sources }) => sources);
    for (const copy of copies) {
      const isAlias = copy.from !== null && stages[copy.from]?.isAlias === true;
      const ships = isFinal || (taken.length > 0 && targetsOf(copy).some((path) => isTaken(path, taken)));
      if (!ships || (copy.from !== null && !isAlias)) continue;
      shipped.add(copy.line);
      if (copy.from !== null) reach(stages, copy.from, roles);
    }
  }
  return shipped;
}

const targetsOf = ({ sources, target }: Copy): string[] =>
  target.endsWith("/") ? sources.map((source) => posix.join(target, posix.basename(source))) : [target];

/** Whether a copy of one of the paths, which may have wildcards, includes a file. A copied folder may be taken in part. */
function isTaken(file: string, paths: readonly string[]): boolean {
  const parts = segmentsOf(file);
  return paths.some((path) =>
    segmentsOf(path).every((pattern, at) => parts[at] === undefined || matchesSegment(pattern, parts[at])),
  );
}

const segmentsOf = (path: string): string[] => path.split("/").filter((part) => part !== "");

/** Compares only the text before the first wildcard and after the last one. */
function matchesSegment(pattern: string, name: string): boolean {
  const start = pattern.search(/[*?[]/);
  if (start === -1) return pattern === name;
  const end = Math.max(...["*", "?", "]"].map((wildcard) => pattern.lastIndexOf(wildcard))) + 1;
  return name.startsWith(pattern.slice(0, start)) && name.endsWith(pattern.slice(end));
}

/** `COPY --from=merge / /` continues the stage in a single layer. */
const isWhole = ({ sources, target }: Copy): boolean => sources.includes("/") && target === "/";

/** Adds the roles of a final stage and of all stages that it needs. */
function reach(stages: readonly Stage[], final: number, roles: Map<number, "runtime" | "build">): void {
  const pending: { index: number; role: "runtime" | "build" }[] = [{ index: final, role: "runtime" }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { index, role } = next;
    const stage = stages[index];
    const known = roles.get(index);
    if (!stage || known === "runtime" || known === role) continue;
    roles.set(index, role);
    if (stage.base !== null) pending.push({ index: stage.base, role });
    for (const base of stage.otherBases ?? []) pending.push({ index: base, role });
    for (const copy of stage.copies) {
      if (copy.from !== null) pending.push({ index: copy.from, role: isWhole(copy) ? role : "build" });
    }
    for (const mount of stage.mounts) pending.push({ index: mount, role: "build" });
  }
}
