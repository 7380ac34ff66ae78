import type { AuditEvent } from "@knockon/contract/resources/workspace";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { type Change, changesBetween, describeAction, useNames } from "./audit-event.ts";
import { useWorkspace } from "../../api/workspace.ts";
import { cx } from "../../components/dom.ts";
import { TimeAgo } from "../../components/text.tsx";
import { formatInstant, formatMoment } from "../../format/format.ts";
import { inWords } from "../../format/words.ts";

const route = getRouteApi("/w/$slug/settings/audit");

/** One event. Expanding it changes the URL. */
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
        <ChevronRight
          aria-hidden
          className={cx("size-4 shrink-0 text-faint transition-transform", isOpen && "rotate-90")}
        />
        <Icon aria-hidden className="size-4 shrink-0 text-faint" />
        <span className="min-w-0 flex-1 break-words">
          <span className="font-medium">{names.actor(event)}</span> <span className="text-muted">{says}</span>
          {hasTarget && <span className="font-medium"> {names.target(event)}</span>}
        </span>
        <span className="tabular shrink-0 text-muted">
          <time dateTime={event.created_at} className="max-sm:hidden">
            {formatMoment(new Date(event.created_at))}
          </time>
          <span className="sm:hidden">
            <TimeAgo at={event.created_at} />
          </span>
        </span>
      </Link>
      {isOpen && <EventDetails event={event} actor={names.actor(event)} />}
    </li>
  );
}

/** Time, IDs and changed fields of an event. */
function EventDetails({ event, actor }: { event: AuditEvent; actor: string }) {
  const changes = changesBetween(event.before, event.after);
  return (
    <div className="flex flex-col gap-3 border-t bg-sunken px-3 py-3 text-13 md:pl-17">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
        <Fact name="Time">
          <time dateTime={event.created_at}>{formatInstant(new Date(event.created_at))}</time>
        </Fact>
        <Fact name="Actor">
          {actor}
          {event.actor.id !== null && <Mono text={event.actor.id} />}
        </Fact>
        <Fact name="Target">
          {inWords(event.target.type)}
          <Mono text={event.target.id} />
        </Fact>
        <Fact name="Action">
          <Mono text={event.action} />
        </Fact>
        <Fact name="Request ID">
          <Mono text={event.request_id} />
        </Fact>
      </dl>
      {changes.length > 0 && (
        <dl className="flex flex-col gap-2">
          {changes.map((change) => (
            <ChangedField key={change.field} change={change} />
          ))}
        </dl>
      )}
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{name}</dt>
    <dd className="flex flex-wrap items-baseline gap-x-2">{children}</dd>
  </>
);

const Mono = ({ text }: { text: string }) => (
  <code className="font-mono text-12 leading-5 break-all text-muted">{text}</code>
);

const ChangedField = ({ change: { field, before, after } }: { change: Change }) => (
  <div>
    <dt className="mb-1 text-12 font-medium text-muted">{inWords(field)}</dt>
    <dd className="overflow-hidden rounded-md border font-mono text-12">
      {before !== undefined && (
        <Lines text={before} sign="−" label="Before" look="bg-danger-soft text-danger" />
      )}
      {after !== undefined && (
        <Lines text={after} sign="+" label="After" look="bg-success-soft text-success" />
      )}
    </dd>
  </div>
);

interface LinesProps {
  text: string;
  sign: string;
  label: string;
  look: string;
}

const Lines = ({ text, sign, label, look }: LinesProps) => (
  <div className={`flex gap-2 px-2.5 py-1 ${look}`}>
    <span aria-hidden className="select-none">
      {sign}
    </span>
    <span className="sr-only">{label}: </span>
    <span className="min-w-0 break-words whitespace-pre-wrap">{text}</span>
  </div>
);
