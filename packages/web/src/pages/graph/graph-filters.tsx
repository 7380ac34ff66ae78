import { Popover } from "@base-ui/react/popover";
import { CLOCKS } from "@knockon/contract/vocabulary/clock";
import { ArrowLeft, SlidersHorizontal } from "lucide-react";
import { DEFAULTS, type GraphSearch, MAX_DEPTH } from "./graph-search.ts";
import { ALL_REPOSITORIES, GROUPS, kindsInWords } from "./grouping-words.ts";
import type { GraphToolbarProps } from "./graph-toolbar.tsx";
import { Button } from "../../components/button.tsx";
import { useIsNarrow } from "../../components/dom.ts";
import { Select } from "../../components/fields.tsx";
import { Segments, Toggle } from "../../components/options.tsx";
import { countOf } from "../../format/format.ts";
import { Help } from "../../components/help.tsx";
import { CLOCK_WORDS, PASSED_ON, inHeading, sentenceCase } from "../../format/words.ts";
import { OrgSelect } from "../../list/org-select.tsx";

const SCOPES = [
  { value: "root", text: "Repository" },
  { value: "whole", text: "Organization" },
] as const;

const DEPTHS = Array.from({ length: MAX_DEPTH }, (_, index) => ({
  value: String(index + 1),
  text: countOf(index + 1, "hop", "hops"),
}));

const WAYS = [
  { value: "dependents", text: "Dependents" },
  { value: "dependencies", text: "Dependencies" },
  { value: "both", text: "Both" },
] as const;

const FLOORS = [
  { value: "0", text: "Any confidence" },
  { value: "0.4", text: "Confidence ≥ 0.4" },
  { value: "0.8", text: "Confidence ≥ 0.8" },
] as const;

/** `Both, 3 hops`. */
export function drawnInWords({
  direction = DEFAULTS.direction,
  depth = DEFAULTS.depth,
}: GraphSearch): string {
  const way = WAYS.find(({ value }) => value === direction);
  return `${way?.text}, ${countOf(depth, "hop", "hops")}`;
}

interface GraphFiltersProps extends Pick<
  GraphToolbarProps,
  "org" | "orgs" | "search" | "all" | "grouping" | "isSmall" | "hasGroups"
> {
  /** Changes the view without adding a history entry. */
  onLook: (changes: Partial<GraphSearch>) => void;
  /** Loads another graph and adds a history entry. */
  onAsk: (search: GraphSearch) => void;
}

type OrgOfGraphProps = Pick<GraphFiltersProps, "org" | "orgs" | "onAsk">;

/** Selects the organization. On narrow windows, it is among the other filters. */
export const OrgOfGraph = ({ org, orgs, onAsk }: OrgOfGraphProps) =>
  orgs.length > 1 && (
    // A long name leaves room for the other tools.
    <div className="max-w-32 shrink-0 max-sm:max-w-full max-sm:flex-auto">
      <OrgSelect org={org} orgs={orgs} onChoose={(id) => onAsk({ connected_org_id: id })} />
    </div>
  );

/** What is drawn: around a repository or everything, in which direction, how far, and how it is grouped. */
export function GraphFilters(props: GraphFiltersProps) {
  const { org, orgs, search, grouping, isSmall, hasGroups, onLook, onAsk } = props;
  const {
    whole,
    cluster,
    depth = DEFAULTS.depth,
    direction = DEFAULTS.direction,
    through = DEFAULTS.through,
  } = search;
  const isNarrow = useIsNarrow();
  /** What was expanded is about the former drawing. */
  const draw = (changes: Partial<GraphSearch>): void =>
    onLook({ ...changes, toggled: undefined, open: undefined });
  return (
    <>
      {isNarrow && <OrgOfGraph org={org} orgs={orgs} onAsk={onAsk} />}
      <Segments
        label="Scope"
        value={whole === true ? "whole" : "root"}
        options={SCOPES}
        onChange={(scope) =>
          onAsk({
            ...search,
            whole: scope === "whole" ? true : undefined,
            cluster: undefined,
            producer: undefined,
            open: undefined,
            node: undefined,
          })
        }
      />
      {cluster !== undefined && whole === true && (
        <Button
          icon={ArrowLeft}
          onClick={() =>
            onAsk({
              ...search,
              cluster: undefined,
              producer: undefined,
              view: search.producer === undefined ? search.view : undefined,
              open: undefined,
              node: undefined,
            })
          }
        >
          All {kindsInWords(grouping === "none" ? "prefix" : grouping)[1]}
        </Button>
      )}
      {whole !== true && (
        <>
          <Select
            bare
            label="Direction"
            value={direction}
            options={WAYS}
            onChange={(value) => draw({ direction: value === DEFAULTS.direction ? undefined : value })}
          />
          {direction !== "dependencies" && (
            <span className="flex items-center">
              <Select
                bare
                isLabeled
                label="Passed on"
                value={through}
                options={PASSED_ON}
                onChange={(value) => draw({ through: value === DEFAULTS.through ? undefined : value })}
              />
              <Help of="scope" />
            </span>
          )}
          <Select
            bare
            label="Depth"
            value={String(depth)}
            options={DEPTHS}
            onChange={(value) =>
              draw({ depth: Number(value) === DEFAULTS.depth ? undefined : Number(value) })
            }
          />
        </>
      )}
      {hasGroups && (
        <Select
          bare
          label="Group by"
          value={grouping}
          options={isSmall ? [ALL_REPOSITORIES, ...GROUPS] : GROUPS}
          onChange={(group) =>
            onLook({
              group: group === "none" ? undefined : group,
              cluster: undefined,
              producer: undefined,
              order: undefined,
              open: undefined,
            })
          }
        />
      )}
      {isNarrow && <SeldomFilters bare {...props} />}
    </>
  );
}

/** Filters that are seldom changed, behind a button. On narrow windows, `GraphFilters` has them. */
export function MoreFilters(props: SeldomFiltersProps) {
  const { min_confidence, clock, type, archived } = props.search;
  const count = [min_confidence, clock, type, archived].filter((filter) => filter !== undefined).length;
  if (useIsNarrow()) return null;
  return (
    <Popover.Root>
      <Popover.Trigger render={<Button icon={SlidersHorizontal} />}>
        Filters{count > 0 && <span className="text-muted tabular">{count}</span>}
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Positioner sideOffset={6} align="end" className="z-50">
          <Popover.Popup className="flex w-64 flex-col items-stretch gap-3 rounded-md border bg-raised p-3 text-13">
            <SeldomFilters {...props} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

interface SeldomFiltersProps extends Pick<GraphFiltersProps, "search" | "all" | "onLook"> {
  /** Without visible labels. */
  bare?: boolean;
}

function SeldomFilters({ bare = false, search, all, onLook }: SeldomFiltersProps) {
  const { min_confidence = DEFAULTS.min_confidence } = search;
  const floor = String(min_confidence);
  const isNamed = FLOORS.some(({ value }) => value === floor);
  return (
    <>
      <Select
        bare={bare}
        label="Minimum confidence"
        value={floor}
        options={isNamed ? FLOORS : [{ value: floor, text: `Confidence ≥ ${floor}` }, ...FLOORS]}
        onChange={(value) =>
          onLook({ min_confidence: Number(value) === DEFAULTS.min_confidence ? undefined : Number(value) })
        }
      />
      <TimingAndType bare={bare} search={search} all={all} onLook={onLook} />
      <Toggle
        label="Hide archived"
        checked={search.archived === "no"}
        onChange={(on) => onLook({ archived: on ? "no" : undefined })}
      />
    </>
  );
}

type TimingAndTypeProps = Pick<GraphFiltersProps, "search" | "all" | "onLook"> & { bare: boolean };

/** As in the legend, which has only what is drawn. */
const TimingAndType = ({ bare, search: { clock, type }, all, onLook }: TimingAndTypeProps) => (
  <>
    <Select
      bare={bare}
      label="Timing"
      value={clock ?? "any"}
      options={[
        { value: "any", text: "Any timing" },
        ...CLOCKS.filter((one) => one === clock || all?.clocks.some((known) => known.clock === one)).map(
          (one) => ({ value: one, text: sentenceCase(CLOCK_WORDS[one].label) }),
        ),
      ]}
      onChange={(value) => onLook({ clock: value === "any" ? undefined : value })}
    />
    <Select
      bare={bare}
      label="Dependency type"
      value={type ?? "any"}
      options={[
        { value: "any", text: "Any type" },
        ...(all?.types ?? []).map((one) => ({ value: one.type, text: inHeading(one.type) })),
      ]}
      onChange={(value) => onLook({ type: value === "any" ? undefined : value })}
    />
  </>
);
