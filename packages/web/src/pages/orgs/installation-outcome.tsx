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
    title: "The GitHub App is installed",
    next: "Connect the organization by it: no token is needed.",
  },
  requested: {
    tone: "info",
    title: "An owner of the organization has to approve the GitHub App",
    next: "GitHub has asked them. Once they did, go to GitHub from here once more.",
  },
  cancelled: {
    tone: "info",
    title: "The installation was cancelled at GitHub",
    next: "Nothing was changed. Begin anew whenever you want.",
  },
  expired: {
    tone: "warning",
    title: "The way to GitHub took too long, or was begun by somebody else",
    next: "It is good for ten minutes, once, in the browser where it was begun. Nothing was recorded; begin anew.",
  },
  not_yours: {
    tone: "danger",
    title: "GitHub does not show you this installation",
    next: "Nothing was recorded. Sign in to GitHub as a member of the organization, and begin anew.",
  },
  not_all_repositories: {
    tone: "danger",
    title: "You do not see all repositories that the GitHub App was given",
    next: "Nothing was recorded, since the others would be shown here. Let an owner of the organization do it, or give the App fewer repositories.",
  },
  unavailable: {
    tone: "warning",
    title: "GitHub did not answer",
    next: "Nothing was recorded. The App may be installed already; begin anew in a minute.",
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
            {outcome === "recorded" ? "Connect" : "Begin anew"}
          </Link>
        }
      >
        {next}
      </Notice>
    </div>
  );
}
