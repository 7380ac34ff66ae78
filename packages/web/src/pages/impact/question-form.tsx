import { useState } from "react";
import { Choice } from "../../components/choice.tsx";
import { Finder, type Findable } from "../../components/finder.tsx";
import { CommitField } from "./commit-field.tsx";
import { askOther, USUAL, type ImpactSearch } from "./impact-search.ts";
import { useRoots } from "./use-roots.ts";

const HOPS = Array.from({ length: 10 }, (_, index) => ({
  value: String(index + 1),
  text: index === 0 ? "1 hop" : `${index + 1} hops`,
}));

const FLOORS = [
  { value: "0", text: "Include mentions" },
  { value: "0.4", text: "Exclude mentions" },
  { value: "0.8", text: "Manifests and build files" },
] as const;

interface QuestionFormProps {
  search: ImpactSearch;
  /** What the URL names; undefined until it is known. */
  root: Findable | undefined;
  onAsk: (search: ImpactSearch) => void;
}

/** What changes, and how far to look. */
export function QuestionForm({ search, root, onAsk }: QuestionFormProps) {
  const [text, setText] = useState("");
  const found = useRoots(text);
  const { max_depth = USUAL.max_depth, min_confidence = USUAL.min_confidence } = search;
  const ask = (changes: Partial<ImpactSearch>): void => onAsk(askOther(search, changes));
  const floor = String(min_confidence);
  const floors = FLOORS.some(({ value }) => value === floor)
    ? FLOORS
    : [{ value: floor, text: `Confidence ≥ ${floor}` }, ...FLOORS];
  return (
    <div
      role="search"
      className="mb-8 grid gap-x-3 gap-y-4 rounded-md border bg-sunken p-4 grid-cols-[minmax(0,4fr)_minmax(0,5fr)] lg:grid-cols-[minmax(0,2fr)_minmax(0,1.2fr)_minmax(0,1fr)_auto_auto]"
    >
      <div className="col-span-2 min-w-0 lg:col-span-1">
        <Finder
          label="Repository or artifact"
          placeholder="Search repositories and artifacts"
          chosen={root}
          found={found}
          onSearch={setText}
          onPick={({ search: picked }) =>
            ask({
              repository_id: undefined,
              artifact_id: undefined,
              path: undefined,
              version: undefined,
              ...picked,
            })
          }
        />
      </div>
      <CommitField
        key={`path ${search.path}`}
        label="Path"
        placeholder="Any file or directory"
        value={search.path}
        onCommit={(path) => ask({ path })}
      />
      <CommitField
        key={`version ${search.version}`}
        label="New version"
        placeholder="Any version"
        value={search.version}
        onCommit={(version) => ask({ version })}
      />
      <Choice
        label="Depth"
        value={String(max_depth)}
        options={HOPS}
        onChange={(hops) => ask({ max_depth: Number(hops) === USUAL.max_depth ? undefined : Number(hops) })}
      />
      <Choice
        label="Evidence"
        value={floor}
        options={floors}
        onChange={(value) =>
          ask({ min_confidence: Number(value) === USUAL.min_confidence ? undefined : Number(value) })
        }
      />
    </div>
  );
}
