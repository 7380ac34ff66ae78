import type { Ecosystem, RepositoryIdentity } from "../../ecosystem.ts";
import { linkGraphqlFiles } from "./link.ts";
import { isGraphqlFile, readGraphqlFile, type GraphqlFacts } from "./read.ts";

export const graphql: Ecosystem<GraphqlFacts> = {
  id: "graphql",
  interfaceFrom: "file",
  extensions: /^(?:graphqls?|gql|ya?ml|json|graphqlrc|gitmodules|[cm]?[jt]sx?)$/,
  forRepository,
  role: "build",
  claims: isGraphqlFile,
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
