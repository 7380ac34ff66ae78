import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { Choice } from "../../components/choice.tsx";
import { Toggle } from "../../components/toggle.tsx";
import { OrgChoice } from "../../list/one-org.tsx";
import { USUAL, type GraphSearch } from "./graph-search.ts";

const DEPTHS = Array.from({ length: 10 }, (_, index) => ({
  value: String(index + 1),
  text: index === 0 ? "1 hop" : `${index + 1} hops`,
}));

const WAYS = [
  { value: "both", text: "Both directions" },
  { value: "dependents", text: "Dependents only" },
  { value: "dependencies", text: "Dependencies only" },
] as const;

const FLOORS = [
  { value: "0", text: "Include mentions" },
  { value: "0.4", text: "Exclude mentions" },
  { value: "0.8", text: "Manifests and build files" },
] as const;

interface GraphFiltersProps {
  org: ConnectedOrg;
  orgs: readonly ConnectedOrg[];
  search: GraphSearch;
  /** The same graph, looked at in another way. */
  onLook: (changes: Partial<GraphSearch>) => void;
  /** Another graph. */
  onAsk: (search: GraphSearch) => void;
}

/** How far around the root, in which direction, how sure; or all of an org. */
export function GraphFilters({ org, orgs, search, onLook, onAsk }: GraphFiltersProps) {
  const { whole, depth = USUAL.depth, direction = "both", min_confidence = USUAL.min_confidence } = search;
  const floor = String(min_confidence);
  const isNamed = FLOORS.some(({ value }) => value === floor);
  return (
    <>
      <OrgChoice org={org} orgs={orgs} onChoose={(id) => onAsk({ connected_org_id: id })} />
      <Toggle
        label="Whole organization"
        checked={whole === true}
        onChange={(on) => onAsk({ ...search, whole: on ? true : undefined, node: undefined })}
      />
      {whole !== true && (
        <>
          <Choice
            bare
            label="Depth"
            value={String(depth)}
            options={DEPTHS}
            onChange={(value) => onLook({ depth: Number(value) === USUAL.depth ? undefined : Number(value) })}
          />
          <Choice
            bare
            label="Direction"
            value={direction}
            options={WAYS}
            onChange={(value) => onLook({ direction: value === "both" ? undefined : value })}
          />
        </>
      )}
      <Choice
        bare
        label="Evidence"
        value={floor}
        options={isNamed ? FLOORS : [{ value: floor, text: `Confidence ≥ ${floor}` }, ...FLOORS]}
        onChange={(value) =>
          onLook({ min_confidence: Number(value) === USUAL.min_confidence ? undefined : Number(value) })
        }
      />
      <Toggle
        label="Hide archived"
        checked={search.archived === "no"}
        onChange={(on) => onLook({ archived: on ? "no" : undefined })}
      />
    </>
  );
}
