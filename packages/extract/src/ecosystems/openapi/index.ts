import type { Ecosystem, RepositoryIdentity } from "../../ecosystem.ts";
import { linkOpenapiFiles } from "./link.ts";
import { isOpenapiFile, readOpenapiFile, type OpenapiFacts } from "./read.ts";

export const openapi: Ecosystem<OpenapiFacts> = {
  id: "openapi",
  interfaceFrom: "file",
  extensions: /^(?:ya?ml|json)$/,
  role: "build",
  forRepository,
  claims: isOpenapiFile,
  read: (file) => readOpenapiFile(file, false),
  link: linkOpenapiFiles,
};

/** Also reads the names that documents offer. */
function forRepository({ withSourceInterfaces = false }: RepositoryIdentity): Ecosystem<OpenapiFacts> {
  return {
    ...openapi,
    read: (file) => readOpenapiFile(file, withSourceInterfaces),
    link: (input) => linkOpenapiFiles(input, { withInterfaces: withSourceInterfaces }),
  };
}
