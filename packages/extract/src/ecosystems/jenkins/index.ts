import type { Ecosystem } from "../../ecosystem.ts";
import { claims } from "./file-kind.ts";
import { linkJenkinsFiles } from "./link.ts";
import { readJenkinsFile, type JenkinsFacts } from "./read.ts";

export const jenkins: Ecosystem<JenkinsFacts> = {
  id: "jenkins",
  claims,
  read: readJenkinsFile,
  link: linkJenkinsFiles,
};
