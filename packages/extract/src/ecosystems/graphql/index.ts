import type { Ecosystem, RepositoryIdentity } from "../../ecosystem.ts";
import { linkGraphqlFiles } from "./link.ts";
import { CONFIG, DOCUMENT, PROGRAM, readGraphqlFile, type GraphqlFacts } from "./read.ts";

export const graphql: Ecosystem<GraphqlFacts> = {
  id: "graphql",
  extensions: /^(?:graphqls?|gql|ya?ml|json|graphqlrc|gitmodules|[cm]?[jt]s)$/,
  forRepository,
  role: "build",
  claims: ({ path, text }) =>
    path === ".gitmodules" ||
    DOCUMENT.test(path) ||
    ((CONFIG.test(path) || PROGRAM.test(path)) && /["']?schema["']?[ \t]*:/.test(text)),
  read: (file) => readGraphqlFile(file, false),
  link: linkGraphqlFiles,
};

/** Also reads the names that schemas define. */
function forRepository({ withSourceInterfaces = false }: RepositoryIdentity): Ecosystem<GraphqlFacts> {
  return {
    ...graphql,
    read: (file) => readGraphqlFile(file, withSourceInterfaces),
    link: (input) => linkGraphqlFiles(input, { withInterfaces: withSourceInterfaces }),
  };
}
