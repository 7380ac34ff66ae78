import type { Ecosystem } from "../../ecosystem.ts";
import { mayUseContent } from "./interface.ts";
import { isRoleFile, maySetVariables } from "./role-variables.ts";
import { isScenario, mayRunMolecule } from "./molecule.ts";
import { linkAnsibleFiles } from "./link.ts";
import { readAnsibleFile, type AnsibleFacts, type FileKind } from "./read.ts";

const REQUIREMENTS = /(?:^|\/)requirements(?:\.ansible)?\.ya?ml$/;
const GALAXY = /(?:^|\/)galaxy\.yml$/;
const TASKS = /(?:^|\/)(?:tasks|handlers)\/[^/]+\.ya?ml$/;
const RUNTIME = /(?:^|\/)meta\/runtime\.yml$/;
const ROLE = /(?:^|\/)meta\/main\.ya?ml$/;

/** A Helm chart's `requirements.yaml` has `dependencies` instead. */
const REQUIREMENTS_TEXT = /^(?:["']?(?:collections|roles)["']?[ \t]*:|[ \t]*-[ \t])/m;
const HELM_TEXT = /^["']?dependencies["']?[ \t]*:/m;
const GALAXY_TEXT = /^["']?namespace["']?[ \t]*:/m;
/** Modules that start containers. */
const TASKS_TEXT = /(?:docker_container|docker_swarm_service|docker_service|podman_container)["']?[ \t]*:/;
const ROLE_TEXT = /^["']?(?:galaxy_info|dependencies)["']?[ \t]*:/m;

const PLAY = /^-[ \t]+(?:hosts|name):/m;
const ROLES = /^[ \t]+(?:-[ \t]+)?roles:/m;
/** A list item that starts with a namespace, as roles of Galaxy do. */
const NAMESPACED = /^[ \t]*-[ \t]+(?:\{?[ \t]*(?:role|name):[ \t]*)?["']?[a-z][\w-]*\.[a-z]/im;

const hasPlayedRoles = (text: string): boolean =>
  text.includes("roles:") && PLAY.test(text) && ROLES.test(text) && NAMESPACED.test(text);

/** Checks the content as well as the name, because other tools use the same names. */
function findFileKind({ path, text }: { path: string; text: string }): FileKind | undefined {
  if (REQUIREMENTS.test(path)) {
    return REQUIREMENTS_TEXT.test(text) && !HELM_TEXT.test(text) ? "requirements" : undefined;
  }
  if (GALAXY.test(path)) return GALAXY_TEXT.test(text) ? "galaxy" : undefined;
  if (RUNTIME.test(path)) return text.includes("plugin_routing") ? "runtime" : undefined;
  if (TASKS.test(path) && TASKS_TEXT.test(text)) return "tasks";
  if (ROLE.test(path) && ROLE_TEXT.test(text)) return "role";
  if (isScenario(path)) return "scenario";
  if (mayRunMolecule({ path, text })) return "ci";
  if (/\.ya?ml$/.test(path) && hasPlayedRoles(text)) return "play";
  return mayUseContent({ path, text }) ? "content" : undefined;
}

export const ansible: Ecosystem<AnsibleFacts> = {
  id: "ansible",
  interfaceFrom: "repository",
  forRepository: ({ withSourceInterfaces = false }) => (withSourceInterfaces ? withInterfaces : ansible),
  claims: (file) => findFileKind(file) !== undefined || maySetVariables(file),
  read: (file) => readAnsibleFile(file, findFileKind(file)),
  link: linkAnsibleFiles,
};

/** Also reads the variables of a role. */
const withInterfaces: Ecosystem<AnsibleFacts> = {
  ...ansible,
  claims: (file) => isRoleFile(file.path) || ansible.claims(file),
  read: (file) => readAnsibleFile(file, findFileKind(file), true),
  link: (input) => linkAnsibleFiles(input, { withInterfaces: true }),
};
