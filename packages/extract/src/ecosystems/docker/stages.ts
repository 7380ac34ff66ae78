import type { Role } from "@knockon/contract/vocabulary/role";
import { roleOfName } from "../../file-purpose.ts";

/** A stage of a Dockerfile, as plain JSON. Stages are referred to by index. */
export interface Stage {
  /** Lowercase, or null. */
  name: string | null;
  /** The stage that FROM continues, or null for an image. */
  base: number | null;
  /** The stages that `COPY --from` reads. */
  copies: number[];
  /** The stages that `RUN --mount` reads. */
  mounts: number[];
  /** Whether the stage only names its base. A copy from it is a copy from that image. */
  isAlias: boolean;
}

/**
 * Returns the role of the images of each stage. The final stage and its bases are `runtime`, stages that it copies from
 * are `build`, others are `dev` or `test`. An image that a stage only names ships with the files that are copied from it.
 * Stages in `targets` are final as well, except those named after tests or development.
 */
export function stageRoles(stages: readonly Stage[], targets: ReadonlySet<string>): Role[] {
  const roles = new Map<number, "runtime" | "build">();
  const final = stages.findLastIndex(({ name }) => name === null || roleOfName(name) === undefined);
  reach(stages, final === -1 ? stages.length - 1 : final, roles);
  for (const [index, { name }] of stages.entries()) {
    if (name !== null && targets.has(name) && !roles.has(index) && roleOfName(name) === undefined)
      reach(stages, index, roles);
  }
  return stages.map(({ name }, index) => roles.get(index) ?? roleOfName(name ?? "") ?? "dev");
}

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
    for (const copy of stage.copies)
      pending.push({ index: copy, role: stages[copy]?.isAlias ? role : "build" });
    for (const mount of stage.mounts) pending.push({ index: mount, role: "build" });
  }
}
