import type { AuditEvent } from "@knockon/contract/resources/workspace";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ChevronDown } from "lucide-react";
import { useWorkspace } from "../../api/workspace-context.ts";
import { cx } from "../../components/class-names.ts";
import { TimeAgo } from "../../components/time-ago.tsx";
import { describeAction } from "./actions.ts";
import { EventDetails } from "./event-details.tsx";
import { useNames } from "./use-names.ts";

const route = getRouteApi("/w/$slug/settings/audit");

/** Who did what to what; the rest is behind it, at a URL of its own. */
export function EventRow({ event, isOpen }: { event: AuditEvent; isOpen: boolean }) {
  const { workspace } = useWorkspace();
  const search = route.useSearch();
  const names = useNames();
  const { says, names: hasTarget, icon: Icon } = describeAction(event.action);
  return (
    <li>
      <Link
        to="/w/$slug/settings/audit"
        params={{ slug: workspace.slug }}
        search={{ ...search, event: isOpen ? undefined : event.id }}
        replace
        resetScroll={false}
        aria-expanded={isOpen}
        data-row-link
        className="flex min-h-11 items-center gap-3 rounded-md px-3 py-2 text-13 outline-offset-[-2px] hover:bg-hover"
      >
        <Icon aria-hidden className="size-4 shrink-0 text-faint" />
        <span className="min-w-0 flex-1 break-words">
          <span className="font-medium">{names.actor(event)}</span> <span className="text-muted">{says}</span>
          {hasTarget && <span className="font-medium"> {names.target(event)}</span>}
        </span>
        <span className="shrink-0 text-muted">
          <TimeAgo at={event.created_at} />
        </span>
        <ChevronDown
          aria-hidden
          className={cx("size-4 shrink-0 text-faint transition-transform", isOpen && "rotate-180")}
        />
      </Link>
      {isOpen && <EventDetails event={event} actor={names.actor(event)} />}
    </li>
  );
}
