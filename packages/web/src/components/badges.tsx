import type { Locked } from "@knockon/contract/resources/fields";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import type { ScanStatus } from "@knockon/contract/vocabulary/scan";
import type { VersionConstraintState } from "@knockon/contract/vocabulary/version-constraint-state";
import {
  Archive,
  ArrowUp,
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CornerDownRight,
  CircleHelp,
  Equal,
  Fingerprint,
  LoaderCircle,
  Lock,
  type LucideIcon,
  MoveHorizontal,
  Pin,
  Radio,
  Slash,
  TriangleAlert,
  Zap,
} from "lucide-react";
import type { ReactNode } from "react";
import type { z } from "zod";
import { cx } from "./dom.ts";
import { formatCount } from "../format/format.ts";
import { CLOCK_WORDS, sentenceCase } from "../format/words.ts";

export type Tone = "neutral" | "accent" | "success" | "warning" | "danger" | "slate";

const TONES: Record<Tone, string> = {
  neutral: "border-line text-muted",
  accent: "border-transparent bg-accent-soft text-accent",
  success: "border-transparent bg-success-soft text-success",
  warning: "border-transparent bg-warning-soft text-warning",
  danger: "border-transparent bg-danger-soft text-danger",
  slate: "border-line bg-slate-soft text-slate",
};

interface BadgeProps {
  tone?: Tone;
  icon?: LucideIcon;
  dashed?: boolean;
  /** Without a fill: less certain. */
  outlined?: boolean;
  children: ReactNode;
}

/** A status label. Text and icon repeat the meaning of the color. */
export function Badge(props: BadgeProps) {
  const { tone = "neutral", icon: Icon, dashed = false, outlined = false, children } = props;
  return (
    <span
      className={cx(
        "inline-flex h-5.5 min-w-0 items-center gap-1 rounded-sm border px-1.5 text-12 font-medium whitespace-nowrap",
        TONES[tone],
        dashed && "border-dashed border-line-strong",
        outlined && "border-current/40! bg-transparent!",
      )}
    >
      {Icon && <Icon aria-hidden className="size-3.5 shrink-0" />}
      {children}
    </span>
  );
}

/** How a clock looks everywhere: as a badge, and as text. */
export const CLOCK_LOOKS = {
  next_run: { tone: "danger", text: "text-danger", icon: Zap },
  next_update: { tone: "warning", text: "text-warning", icon: ArrowUp },
  bump: { tone: "slate", text: "text-slate", icon: Pin },
  unknown: { tone: "neutral", text: "text-muted", icon: CircleHelp },
} as const satisfies Record<Clock, { tone: Tone; text: string; icon: LucideIcon }>;

/** `16`, `16?` or `6 + 2?`: those on the next run, and those of which a version decides it. */
export const nextRunInBrief = (count: number, may: number): string =>
  [...(count > may ? [formatCount(count - may)] : []), ...(may > 0 ? [`${formatCount(may)}?`] : [])].join(
    " + ",
  );

/** The same in words: `6 on next run, 2 may be`. */
export const nextRunInWords = (count: number, may: number): string => {
  const { label } = CLOCK_WORDS.next_run;
  const certain = count > may ? [`${formatCount(count - may)} ${label}`] : [];
  return may === 0
    ? certain.join("")
    : [...certain, `${formatCount(may)} may be${count > may ? "" : ` ${label}`}`].join(", ");
};

interface NextRunCountProps {
  count: number;
  /** Of these, those of which a version decides it. */
  may?: number | undefined;
  text?: string;
}

/** How many get a change on their next run, in a column of numbers or in a line of text. */
export function NextRunCount({ count, may = 0, text = "" }: NextRunCountProps) {
  if (count === 0) return <span className="text-faint">0{text}</span>;
  const { icon: Icon, text: color } = CLOCK_LOOKS.next_run;
  return (
    <span className={cx("whitespace-nowrap", color, text === "" && "font-medium")}>
      <Icon
        aria-hidden
        className={text === "" ? "mr-1 inline size-3.5 align-[-2px]" : "mr-0.5 inline size-3 align-[-1.5px]"}
      />
      {nextRunInBrief(count, may)}
      {text}
    </span>
  );
}

/** Of a repository that edits nothing, as another one has a new version first. */
export const FOLLOWS = CornerDownRight;

interface ClockMarkProps {
  clock: Clock;
  /** What must be the case, in words, and in brief: `if in ^7.0.0`. */
  condition?: string | undefined;
  brief?: string | undefined;
  /** Whose new version comes first: `after flux2 bumps`. */
  after?: string | undefined;
  /** Nothing runs there, so that not even the next run stands out. */
  isArchived?: boolean | undefined;
}

/** When a row of a list gets a change. Only the next run stands out: with a condition, the badge is an outline that says it. Later ones are text. */
export function ClockMark({ clock, condition, brief, after, isArchived = false }: ClockMarkProps) {
  if (clock === "next_run" && !isArchived)
    return (
      // Its icon is under that of the others.
      <span
        title={condition}
        className="-ml-1.75 inline-flex max-w-[calc(100%+0.4375rem)] min-w-0 align-middle"
      >
        {brief === undefined ? <ClockBadge clock={clock} /> : <IfInRange brief={brief} />}
        {condition !== undefined && <span className="sr-only">, {condition}</span>}
      </span>
    );
  const { icon, text } = CLOCK_LOOKS[clock];
  const Icon = isArchived ? Archive : after === undefined ? icon : FOLLOWS;
  return (
    <span
      title={
        isArchived
          ? "The host runs nothing of an archived repository"
          : after && `${sentenceCase(after)}. It edits nothing itself.`
      }
      className={cx(
        "inline-flex min-w-0 items-center gap-1 align-middle text-12 whitespace-nowrap",
        isArchived ? "text-muted" : text,
      )}
    >
      <Icon aria-hidden className="size-3.5 shrink-0" />
      <span className="truncate">
        {isArchived ? "Once unarchived" : sentenceCase(after ?? CLOCK_WORDS[clock].label)}
      </span>
    </span>
  );
}

/** Says in a row that a repository is archived. */
export const ArchivedMark = () => (
  <span
    title="The host allows no change and runs no workflow of an archived repository"
    className="inline-flex h-4.5 shrink-0 items-center rounded-sm border px-1 text-[0.6875rem]/4 whitespace-nowrap text-muted"
  >
    Archived
  </span>
);

interface ClockBadgeProps {
  clock: Clock;
  count?: number;
}

/** When a consumer gets a change. With `count`, of how many consumers. */
export const ClockBadge = ({ clock, count }: ClockBadgeProps) => (
  <Badge tone={CLOCK_LOOKS[clock].tone} icon={CLOCK_LOOKS[clock].icon} dashed={clock === "unknown"}>
    {count === undefined
      ? sentenceCase(CLOCK_WORDS[clock].label)
      : `${formatCount(count)} ${CLOCK_WORDS[clock].label}`}
  </Badge>
);

/** On the next run if a range admits the new version. */
const IfInRange = ({ brief }: { brief: string }) => (
  <Badge tone={CLOCK_LOOKS.next_run.tone} icon={CLOCK_LOOKS.next_run.icon} outlined>
    <span className="max-w-56 truncate">{sentenceCase(brief)}</span>
  </Badge>
);

/** When a row gets a change, as a badge at every time. With a condition, the one of the next run is an outline that says so. */
export const ConditionalClock = ({ clock, condition, brief, isArchived }: Omit<ClockMarkProps, "after">) =>
  isArchived === true ? (
    <ClockMark clock={clock} isArchived />
  ) : (
    <span title={condition} className="inline-flex max-w-full align-top">
      {clock === "next_run" && brief !== undefined ? (
        <IfInRange brief={brief} />
      ) : (
        <ClockBadge clock={clock} />
      )}
      {condition !== undefined && <span className="sr-only">, {condition}</span>}
    </span>
  );

const STATUS: Record<ScanStatus, { tone: Tone; icon: LucideIcon }> = {
  pending: { tone: "neutral", icon: CircleDashed },
  running: { tone: "accent", icon: LoaderCircle },
  completed: { tone: "success", icon: CircleCheck },
  partial: { tone: "warning", icon: TriangleAlert },
  failed: { tone: "danger", icon: CircleAlert },
  cancelled: { tone: "slate", icon: Ban },
};

export const scanStatusName = (status: ScanStatus): string =>
  status === "cancelled" ? "Canceled" : sentenceCase(status);

export function ScanStatusBadge({ status }: { status: ScanStatus }) {
  return (
    <Badge tone={STATUS[status].tone} icon={STATUS[status].icon}>
      {scanStatusName(status)}
    </Badge>
  );
}

/** Gray, because red and amber are for when a change arrives. */
const VERSION_STATE: Record<VersionConstraintState, { tone: Tone; icon: LucideIcon }> = {
  digest: { tone: "slate", icon: Fingerprint },
  // Not the pin of what arrives when bumped, and not the lock of a lock file.
  pinned: { tone: "slate", icon: Equal },
  range: { tone: "slate", icon: MoveHorizontal },
  floating: { tone: "slate", icon: Radio },
  absent: { tone: "slate", icon: Slash },
  unresolved: { tone: "neutral", icon: CircleHelp },
};

export function VersionStateBadge({ state }: { state: VersionConstraintState }) {
  const { tone, icon } = VERSION_STATE[state];
  return (
    <Badge tone={tone} icon={icon} dashed={state === "unresolved"}>
      {sentenceCase(state)}
    </Badge>
  );
}

/** The state of a version where a badge has no room. */
export function VersionStateIcon({ state }: { state: VersionConstraintState }) {
  const { icon: Icon } = VERSION_STATE[state];
  return <Icon role="img" aria-label={sentenceCase(state)} className="size-3.5 shrink-0 text-muted" />;
}

type LockEntry = z.output<typeof Locked>;

/** `Locked at 1.4.2`, with the line of the lock file as its tooltip. */
export const LockNote = ({ locked: { version, file, line } }: { locked: LockEntry }) => (
  <span
    className="inline-flex max-w-full min-w-0 items-center gap-1 text-12 text-muted"
    title={line === null ? file : `${file}:${line}`}
  >
    <Lock aria-hidden className="size-3 shrink-0" />
    <span className="truncate">{version === null ? "Locked" : `Locked at ${version}`}</span>
  </span>
);

interface VersionCellProps {
  state: VersionConstraintState;
  /** As written in the declaration. */
  constraint: string | null;
  locked?: LockEntry | null;
}

/** A version constraint, its state and the entry of the lock file. */
export const VersionCell = ({ state, constraint, locked }: VersionCellProps) => (
  <span className="flex min-w-0 flex-col items-start gap-0.5">
    <VersionStateBadge state={state} />
    {constraint !== null && (
      <span className="max-w-full truncate font-mono text-12 text-muted" title={constraint}>
        {constraint}
      </span>
    )}
    {locked && <LockNote locked={locked} />}
  </span>
);
