import type { Ecosystem, RepositoryIdentity } from "../../ecosystem.ts";
import { linkProtobufFiles } from "./link.ts";
import { isProtobufFile, readProtobufFile, type ProtobufFacts } from "./read.ts";

export const protobuf: Ecosystem<ProtobufFacts> = {
  id: "protobuf",
  interfaceFrom: "repository",
  extensions: /^(?:proto|ya?ml|lock|gitmodules)$/,
  role: "build",
  forRepository,
  claims: ({ path }) => isProtobufFile(path),
  read: (file) => readProtobufFile(file, false),
  link: linkProtobufFiles,
};

/** Also reads fields and methods. */
function forRepository({ withSourceInterfaces = false }: RepositoryIdentity): Ecosystem<ProtobufFacts> {
  return {
    ...protobuf,
    read: (file) => readProtobufFile(file, withSourceInterfaces),
    link: (input) => linkProtobufFiles(input, { withInterfaces: withSourceInterfaces }),
  };
}
