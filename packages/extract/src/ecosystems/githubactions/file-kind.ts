const WORKFLOW = /(?:^|\/)(?:\.github\/workflows|workflow-templates)\/[^/]+\.ya?ml$/;
const ACTION = /(?:^|\/)action\.ya?ml$/;
const CALLABLE_WORKFLOW = /^\.github\/workflows\/[^/]+\.ya?ml$/;

/** Told by the path alone; a workflow may be called `action.yml`. */
export function fileKind(path: string): "workflow" | "action" | undefined {
  if (WORKFLOW.test(path)) return "workflow";
  return ACTION.test(path) ? "action" : undefined;
}

/** Only workflows in the repository's own `.github/workflows` can be called from elsewhere. */
export const isCallableWorkflow = (path: string): boolean => CALLABLE_WORKFLOW.test(path);
