import type { Impact } from "@knockon/contract/resources/impact";
import { useState } from "react";
import { changeQuery, type ImpactSearch, DEFAULTS } from "./impact-search.ts";
import { RecentQuestions } from "./recent-questions.tsx";
import { RoleFilter } from "./role-filter.tsx";
import { cx } from "../../components/dom.ts";
import { Select, TextField } from "../../components/fields.tsx";
import { type Findable, Finder } from "../../components/finder.tsx";
import { Help } from "../../components/help.tsx";
import { FOLLOWED } from "../../format/words.ts";
import { useSubjects } from "../../subject/use-subjects.ts";

const HOPS = Array.from({ length: 10 }, (_, index) => ({
  value: String(index + 1),
  text: index === 0 ? "1 hop" : `${index + 1} hops`,
}));

const FLOORS = [
  { value: "0", text: "Possible" },
  { value: "0.4", text: "Likely" },
  { value: "0.8", text: "Certain" },
] as const;

interface QuestionFormProps {
  search: ImpactSearch;
  /** The selected repository or artifact; undefined while loading. */
  root: Findable | undefined;
  /** An answer is above the form: the form takes one row, and narrow windows show it on demand. */
  isAnswered: boolean;
  /** Whether a narrow window shows the form above an answer. */
  isOpen: boolean;
  /** Of the answer. */
  summary: Impact["summary"] | undefined;
  onAsk: (search: ImpactSearch) => void;
}

/** Selects the change, and which declarations to follow. */
export function QuestionForm({ search, root, isAnswered, isOpen, summary, onAsk }: QuestionFormProps) {
  const [text, setText] = useState("");
  const found = useSubjects(text);
  const { max_depth = DEFAULTS.max_depth, min_confidence = DEFAULTS.min_confidence } = search;
  const ask = (changes: Partial<ImpactSearch>): void => onAsk(changeQuery(search, changes));
  const floor = String(min_confidence);
  const floors = FLOORS.some(({ value }) => value === floor)
    ? FLOORS
    : [{ value: floor, text: `From ${floor}` }, ...FLOORS];
  return (
    <div role="search" className={isAnswered ? cx("mb-6", !isOpen && "max-md:hidden") : "mb-8"}>
      <div
        className={cx(
          "grid grid-cols-6 gap-x-3 rounded-md border bg-sunken *:min-w-0",
          isAnswered ? "gap-y-2 p-3 md:grid-cols-12 xl:flex xl:gap-x-2" : "p-4",
        )}
      >
        <div className="col-span-6 xl:flex-1">
          <Finder
            label="Repository or artifact"
            placeholder="Repository, artifact, file or URL"
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
          {!isAnswered && <RecentQuestions />}
        </div>
        {isAnswered && (
          <>
            <div className="col-span-3 xl:w-24">
              <CommitField
                key={`path ${search.path}`}
                label="Path"
                placeholder="Any"
                value={search.path}
                onCommit={(path) => ask({ path })}
              />
            </div>
            <div className="col-span-3 xl:w-28">
              <CommitField
                key={`version ${search.version}`}
                label="New version"
                placeholder="Any"
                value={search.version}
                onCommit={(version) => ask({ version })}
              />
            </div>
            <div className="col-span-6 sm:col-span-3 lg:col-span-4 md:col-span-4 xl:w-52">
              <Select
                label="Follow"
                help={<Help of="scope" />}
                value={search.through ?? "artifacts"}
                options={FOLLOWED}
                onChange={(through) => ask({ through: through === "artifacts" ? undefined : through })}
              />
            </div>
            <div className="col-span-6 sm:col-span-3 lg:col-span-4 md:col-span-4 xl:w-45">
              <RoleFilter search={search} summary={summary} onChange={ask} />
            </div>
            <div className="col-span-3 lg:col-span-2 md:col-span-2 xl:w-28">
              <Select
                label="Depth"
                value={String(max_depth)}
                options={HOPS}
                onChange={(hops) =>
                  ask({ max_depth: Number(hops) === DEFAULTS.max_depth ? undefined : Number(hops) })
                }
              />
            </div>
            <div className="col-span-3 lg:col-span-2 md:col-span-2 xl:w-28">
              <Select
                label="Confidence"
                help={<Help of="confidence" />}
                value={floor}
                options={floors}
                onChange={(value) =>
                  ask({
                    min_confidence: Number(value) === DEFAULTS.min_confidence ? undefined : Number(value),
                  })
                }
              />
            </div>
          </>
        )}
      </div>
    </div>
  );
}

interface CommitFieldProps {
  label: string;
  placeholder: string;
  value: string | undefined;
  /** Called on Enter and blur, since a partial version would be a different query. */
  onCommit: (value: string | undefined) => void;
}

function CommitField({ label, placeholder, value, onCommit }: CommitFieldProps) {
  const [text, setText] = useState(value ?? "");
  const commit = (): void => {
    const given = text.trim() === "" ? undefined : text.trim();
    if (given !== value) onCommit(given);
  };
  return (
    <TextField
      mono={text !== ""}
      label={label}
      placeholder={placeholder}
      value={text}
      onChange={setText}
      onBlur={commit}
      onKeyDown={(event) => event.key === "Enter" && commit()}
      autoComplete="off"
      spellCheck={false}
    />
  );
}
