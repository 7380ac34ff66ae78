import type { InstallationOutcome } from "@knockon/contract/vocabulary/installation";
import { Link } from "@tanstack/react-router";
import { useWorkspace } from "../../api/workspace-context.ts";
import { buttonLook } from "../../components/button.tsx";
import { Notice } from "../../components/notice.tsx";

interface Told {
  tone: "success" | "info" | "warning" | "danger";
  title: string;
  next: string;
}

/** What came of the way to GitHub, and what to do now. */
const TOLD: Record<InstallationOutcome, Told> = {
  recorded: {
    tone: "success",
    title: "GitHub App installed",
    next: "You can now connect the organization without a token.",
  },
  requested: {
    tone: "info",
    title: "Installation pending approval",
    next: "An owner of the GitHub organization must approve the app. After that, start the installation again from here.",
  },
  cancelled: {
    tone: "info",
    title: "Installation canceled",
    next: "Nothing was changed. You can start again at any time.",
  },
  expired: {
    tone: "warning",
    title: "Installation request expired",
    next: "A request is valid once, for 10 minutes, in the browser that started it. Nothing was saved. Try again.",
  },
  not_yours: {
    tone: "danger",
    title: "You don't have access to this installation",
    next: "Nothing was saved. Sign in to GitHub as a member of the organization and try again.",
  },
  not_all_repositories: {
    tone: "danger",
    title: "You don't have access to all repositories of this installation",
    next: "Nothing was saved, because this workspace would show repositories you can't access. Ask an organization owner to install the app, or grant it fewer repositories.",
  },
  unavailable: {
    tone: "warning",
    title: "GitHub didn't respond",
    next: "Nothing was saved. The app may already be installed. Try again in a minute.",
  },
};

export function InstallationNotice({ outcome }: { outcome: InstallationOutcome }) {
  const { workspace } = useWorkspace();
  const { tone, title, next } = TOLD[outcome];
  return (
    <div className="mb-6">
      <Notice
        tone={tone}
        title={title}
        actions={
          <Link to="/w/$slug/settings/orgs/new" params={{ slug: workspace.slug }} className={buttonLook()}>
            {outcome === "recorded" ? "Connect organization" : "Try again"}
          </Link>
        }
      >
        {next}
      </Notice>
    </div>
  );
}
