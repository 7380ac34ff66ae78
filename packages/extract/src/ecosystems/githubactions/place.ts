const WORKFLOW = /(?:^|\/)(?:\.github\/workflows|workflow-templates)\/[^/]+\.ya?ml$/;
const ACTION = /(?:^|\/)action\.ya?ml$/;
/** Gitea and Forgejo read their own folder. */
const OTHER_HOST = /^\.(?:gitea|forgejo)\/workflows\/[^/]+\.ya?ml$/;
const DOCUMENTATION = /(?:^|\/)(?:docs?|documentation|website)\//i;

export const isWorkflowPath = (path: string): boolean => WORKFLOW.test(path);

export const isActionPath = (path: string): boolean => ACTION.test(path);

/**
 * Whether a file, recognized by its content, is in a place where no host runs it: it is written to be copied to other
 * repositories, by people or by a synchronization.
 */
export const isCopied = (path: string): boolean =>
  !isWorkflowPath(path) && !isActionPath(path) && !OTHER_HOST.test(path);

/** Whether a file is a part of the documentation. */
export const isDocumentation = (path: string): boolean => DOCUMENTATION.test(path);
