import { parseGitUrl } from "./git-url.ts";
import { artifactName, gitName } from "./name.ts";

/** Groups that are accounts of a git host, as Maven Central verifies them and JitPack builds them. */
const ACCOUNT =
  /^(?:com|io|org)\.(?<host>github|gitlab|bitbucket)\.(?<owner>[^.]+)(?:\.(?<repository>[^.]+))?$/;

/** Whoever announces the artifact, then the repository that its group is named after. */
export function lookupsOf(groupId: string, artifactId: string): string[] {
  const { host, owner, repository = artifactId } = ACCOUNT.exec(groupId)?.groups ?? {};
  const domain = host === "bitbucket" ? "org" : "com";
  const url =
    host === undefined ? undefined : parseGitUrl(`https://${host}.${domain}/${owner}/${repository}`);
  const names = [artifactName("maven_artifact", `${groupId}:${artifactId}`)];
  return url ? [...names, gitName(url.location)] : names;
}
