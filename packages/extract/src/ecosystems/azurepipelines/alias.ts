import type { AzureFacts, RepositoryResource } from "./read.ts";

/** What `@alias` and a container's alias mean in a file. */
export interface Aliases {
  findRepository(alias: string): RepositoryResource | undefined;
  isContainer(alias: string): boolean;
}

/** The file's own resources; else those of the repository's other files, where all of them agree. */
export function aliasesOf(all: readonly AzureFacts[]): (own: AzureFacts) => Aliases {
  const shared = new Map<string, RepositoryResource | undefined>();
  for (const each of all.flatMap(({ repositories }) => repositories)) {
    shared.set(each.alias, shared.has(each.alias) ? agreed(shared.get(each.alias), each) : each);
  }
  const containers = new Set(all.flatMap((facts) => facts.containers));
  return ({ repositories }) => {
    const own = new Map(repositories.map((each) => [each.alias, each]));
    return {
      findRepository: (alias) => own.get(alias) ?? shared.get(alias),
      isContainer: (alias) => containers.has(alias),
    };
  };
}

/** Pipelines that take one template at different refs agree on the repository. */
function agreed(a: RepositoryResource | undefined, b: RepositoryResource): RepositoryResource | undefined {
  if (a?.name !== b.name || a.type !== b.type) return undefined;
  return { ...a, ref: a.ref === b.ref ? a.ref : null };
}
