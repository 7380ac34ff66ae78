import { Link } from "@tanstack/react-router";
import { use } from "react";
import { WorkspaceContext } from "../api/workspace-context.ts";
import { buttonLook } from "./button.tsx";

/** To what the plans of the workspace include; nothing outside of one. */
export function PlansLink() {
  const open = use(WorkspaceContext);
  if (!open) return null;
  return (
    <Link to="/w/$slug/settings/billing" params={{ slug: open.workspace.slug }} className={buttonLook()}>
      View plans
    </Link>
  );
}
