import type { Ecosystem } from "../../ecosystem.ts";
import { fileKind } from "./file-kind.ts";
import { linkAzureFiles } from "./link.ts";
import { readAzureFile, type AzureFacts } from "./read.ts";

export const azurepipelines: Ecosystem<AzureFacts> = {
  id: "azurepipelines",
  claims: (file) => fileKind(file) !== undefined,
  read: readAzureFile,
  link: linkAzureFiles,
};
