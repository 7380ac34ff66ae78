import { Link } from "@tanstack/react-router";
import { Compass, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { buttonLook } from "./button.tsx";

interface EmptyStateProps {
  icon: LucideIcon;
  /** Absent if the page is empty and its title says so. */
  title?: string;
  /** What will appear here. */
  children: ReactNode;
  /** The one next step. */
  action?: ReactNode;
}

export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-1 rounded-md border border-dashed px-6 py-12 text-center">
      <Icon aria-hidden className="mb-2 size-5 text-faint" />
      {title !== undefined && <p className="text-14 font-medium">{title}</p>}
      <p className="max-w-110 text-13 text-balance text-muted">{children}</p>
      {action !== undefined && <div className="mt-4">{action}</div>}
    </div>
  );
}

/** Explains that a page does not exist, or is of a workspace that the user is not in. Its title is that of the page. */
export const NotFound = () => (
  <EmptyState
    icon={Compass}
    action={
      <Link to="/" className={buttonLook()}>
        Go to your workspace
      </Link>
    }
  >
    It may have been deleted or renamed, or you don't have access to it. Search for it by name, or start from
    your workspace.
  </EmptyState>
);
