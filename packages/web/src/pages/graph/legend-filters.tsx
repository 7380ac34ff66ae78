import type { ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import type { Clock } from "@knockon/contract/vocabulary/clock";
import { Archive, ArrowRight, PenLine, Repeat, Zap } from "lucide-react";
import type { ReactNode } from "react";
import { type Detail, isTall, shownEcosystems } from "./card-text.ts";
import { type LineLook, lineOf, SOME_NEXT_RUN } from "./clock-lines.ts";
import { drawnKinds, type LineKind } from "./drawn-timings.ts";
import type { GraphSearch } from "./graph-search.ts";
import type { GraphView } from "./graph-view.ts";
import type { Card, Layers } from "./layers.ts";
import { archivedIn, haveFollowers } from "./sections.ts";
import { CLOCK_LOOKS, FOLLOWS } from "../../components/badges.tsx";
import { isAuthor } from "../../components/owner-name.tsx";
import { cx } from "../../components/dom.ts";
import { EcosystemIcon } from "../../components/ecosystem.tsx";
import { ecosystemOf } from "../../format/ecosystems.ts";
import { inHeading, sentenceCase, timingLabel } from "../../format/words.ts";

export interface LegendFiltersProps {
  /** Everything that filters can show. */
  view: GraphView;
  /** What cards say: narrow ones have no icons, and groups have them only if they are wide. */
  detail: Detail;
  search: GraphSearch;
  layers: Layers;
  /** The card that is pointed at, as far as it decides which lines are drawn. */
  pointed?: string | undefined;
  onLook: (changes: Partial<GraphSearch>) => void;
}

/** Only clocks of drawn lines and types of drawn cards, and what is chosen. */
export function LegendFilters(props: LegendFiltersProps) {
  const { view, detail, search, layers, pointed, onLook } = props;
  const { type, clock } = search;
  const drawn = drawnKinds(layers, { pointed, selected: search.node });
  const kinds = [
    ...drawn,
    ...(clock === undefined || drawn.some(({ kind }) => kind === clock)
      ? []
      : [{ kind: clock, isShown: true }]),
  ];
  const shown = typesOnCards(layers.cards, detail, layers.isRanked);
  const types = view.types.filter(({ type: kind }) => kind === type || type !== undefined || shown.has(kind));
  // Cards and headings below the root have only icons.
  const hasStack = !isTall(detail) && layers.columns.some(({ isBelow }) => isBelow === true);
  const hasArchived = layers.columns.some(({ at }) => at !== 0 && archivedIn(layers, at) > 0);
  // An organization has more to explain beside the types.
  const isSpacious = layers.isRanked !== true && types.length <= FEW_TYPES;
  return (
    <>
      <span className="-ml-1.5 flex flex-wrap items-center gap-x-1.5">
        <Filters label="Timing">
          {kinds.map(({ kind, isShown }) =>
            kind === "some_next_run" ? (
              <li
                key={kind}
                className={cx("flex h-6 shrink-0 items-center gap-1.5 px-1.5", !isShown && HIDDEN)}
              >
                <Sample {...SOME_NEXT_RUN} />
                Some on next run
              </li>
            ) : (
              <Filter
                key={kind}
                isShown={isShown || clockOf(kind) === clock}
                state={stateOf(clockOf(kind), clock)}
                onClick={() => onLook({ clock: clockOf(kind) === clock ? undefined : clockOf(kind) })}
              >
                <Sample {...lineOf({ clock: clockOf(kind), isConditional: kind === "may_next_run" })} />
                {(isTall(detail) || layers.isRanked || hasStack) && <ClockIcon clock={clockOf(kind)} />}
                {sentenceCase(timingLabel(clockOf(kind), kind === "may_next_run"))}
              </Filter>
            ),
          )}
        </Filters>
      </span>
      <span className={cx("-ml-1.5 flex items-center gap-x-1.5 empty:hidden", types.length > 0 && "order-3")}>
        {layers.cards.some(hasCount) && (
          <span className="flex h-6 shrink-0 items-center gap-1.5 px-1.5">
            <span aria-hidden className="flex items-center gap-1 text-muted">
              <ArrowRight className="size-3" />
              {layers.cards.some(hasFast) && (
                <>
                  <span className="flex items-center gap-0.5">
                    <Zap className="size-3" />M
                  </span>
                  of{" "}
                </>
              )}
              N
            </span>
            <span>
              Passes on to N more
              {isSpacious && (
                <span className="max-lg:hidden">
                  {" "}
                  in up to 3 hops{hasArchived && ", archived not counted"}
                </span>
              )}
              {layers.cards.some(hasFast) && ", M on next run (? may be)"}
            </span>
          </span>
        )}
        {layers.isRanked === true && (
          <span className="flex h-6 shrink-0 items-center gap-1.5 px-1.5">
            <span aria-hidden className="flex h-1 w-8 overflow-hidden rounded-full bg-line">
              <span className="w-2 bg-danger" />
              <span className="w-2 bg-danger/40" />
              <span className="w-2 bg-line-strong" />
            </span>
            <span title="The share of all repositories that depend on it">
              Dependents: on next run, may be, others
            </span>
          </span>
        )}
      </span>
      {layers.cards.some((card) => card.kind === "repository" && isAuthor(card.node)) && (
        <span className="order-3 flex h-6 shrink-0 items-center gap-1.5">
          <PenLine aria-hidden className="size-3 text-faint" /> Author
        </span>
      )}
      {hasStack && hasArchived && (
        <span className="order-3 flex h-6 shrink-0 items-center gap-1.5">
          <Archive aria-hidden className="size-3 text-muted" /> Archived
        </span>
      )}
      {haveFollowers(layers) && (
        <span
          title="Nothing has to be edited: it takes what another repository releases"
          className="order-3 flex h-6 shrink-0 items-center gap-1.5"
        >
          <FOLLOWS aria-hidden className="size-3 text-muted" /> After others bump
        </span>
      )}
      {layers.cards.some((card) => card.kind === "repository" && card.isInCycle === true) && (
        <span
          title="It depends on the root, and the root on it"
          className="order-3 flex h-6 shrink-0 items-center gap-1.5"
        >
          <Repeat aria-hidden className="size-3 text-muted" />
          <span>Cycle{isSpacious && <span className="max-lg:hidden"> with the root</span>}</span>
        </span>
      )}
      {/* Types and marks of cards are a row below timings and counts. */}
      {types.length > 0 && <span className="order-2 -mt-1 basis-full" />}
      {types.length > 0 && (
        <span
          className={cx(
            "order-2 flex flex-wrap items-center gap-x-1.5 max-lg:gap-x-1",
            hasStack ? "max-lg:-ml-1.5" : "max-sm:-ml-1.5",
          )}
        >
          <span
            // A tablet has no room for it beside the marks of a stack.
            className={cx("text-muted max-sm:hidden", hasStack && "max-lg:hidden")}
            title="What others use of a repository most or, if none does, what it uses"
          >
            Main type
            {isSpacious && !layers.cards.some(hasCount) && (
              <span className="max-lg:hidden"> of the repository</span>
            )}
          </span>
          <Filters label="Dependency types">
            {types.map(({ type: kind }) => (
              <Filter
                key={kind}
                state={stateOf(kind, type)}
                onClick={() => onLook({ type: kind === type ? undefined : kind })}
              >
                <EcosystemIcon ecosystem={ecosystemOf(kind)} className="size-3.5" />
                {inHeading(kind)}
              </Filter>
            ))}
          </Filters>
        </span>
      )}
    </>
  );
}

/** Beside more types, there is only room for short words. */
const FEW_TYPES = 5;

const clockOf = (kind: Exclude<LineKind, "some_next_run">): Clock =>
  kind === "may_next_run" ? "next_run" : kind;

/** Whether a card has the number of repositories that it passes a change on to. */
const hasCount = (card: Card): boolean => card.kind === "repository" && (card.passesOn ?? 0) > 0;

/** Whether it says how many of them on their next run. */
const hasFast = (card: Card): boolean =>
  hasCount(card) && card.kind === "repository" && (card.node.affected?.onward?.next_run ?? 0) > 0;

/** The types whose icons are on cards. Of groups, only wide cards have icons, and not for groups whose timing is known. */
function typesOnCards(cards: readonly Card[], detail: Detail, isRanked = false): Set<ArtifactType> {
  const typesOf = (card: Card): ArtifactType[] => {
    if (card.kind === "repository")
      return detail === "bare" && !isRanked ? [] : [card.node.mainType ?? []].flat();
    if (isRanked || detail !== "wide" || card.withClock !== null) return [];
    const icons = new Set(shownEcosystems(card).map(({ ecosystem }) => ecosystem));
    return card.nodes.flatMap(({ mainType }) =>
      mainType !== null && icons.has(ecosystemOf(mainType)) ? mainType : [],
    );
  };
  return new Set(cards.flatMap(typesOf));
}

/** Keeps its place, since pointing at another card shows it. Tablets have no mouse. */
const HIDDEN = "invisible max-lg:hidden";

type State = "on" | "off" | "unfiltered";

const stateOf = <T extends ArtifactType | Clock>(one: T, chosen: T | undefined): State =>
  chosen === undefined ? "unfiltered" : one === chosen ? "on" : "off";

const Filters = ({ label, children }: { label: string; children: ReactNode }) => (
  <ul aria-label={label} className="contents">
    {children}
  </ul>
);

interface FilterProps {
  /** Whether it is visible. It keeps its place. */
  isShown?: boolean;
  state: State;
  onClick: () => void;
  children: ReactNode;
}

const Filter = ({ isShown = true, state, onClick, children }: FilterProps) => (
  <li className={isShown ? undefined : HIDDEN}>
    <button
      type="button"
      aria-pressed={state === "on"}
      onClick={onClick}
      className={cx(
        "flex h-6 items-center gap-1.5 rounded-sm px-1.5 -outline-offset-2 hover:bg-hover",
        state === "on" && "bg-accent-soft font-medium",
        state === "off" && "text-muted",
      )}
    >
      {children}
    </button>
  </li>
);

/** Beside the owner, narrow cards have only the icon. */
function ClockIcon({ clock }: { clock: Clock }) {
  const { icon: Icon, text } = CLOCK_LOOKS[clock];
  return <Icon aria-hidden className={cx("size-3", text)} />;
}

export const Sample = ({ color, width, dash }: LineLook) => (
  <svg aria-hidden width="24" height="8" className="shrink-0">
    {/* On whole pixels, so that it is as dark as the lines. */}
    <path d="M 0 4.5 H 24" stroke={`var(--color-${color})`} strokeWidth={width} strokeDasharray={dash} />
  </svg>
);
