import type { Impact } from "@knockon/contract/resources/impact";
import { useState } from "react";
import { changeQuery, type ImpactSearch } from "./impact-search.ts";
import { QuestionOptions } from "./question-options.tsx";
import { RecentQuestions } from "./recent-questions.tsx";
import { RoleFilter } from "./role-filter.tsx";
import { cx } from "../../components/dom.ts";
import { Select } from "../../components/fields.tsx";
import { type Findable, Finder } from "../../components/finder.tsx";
import { Help } from "../../components/help.tsx";
import { PASSED_ON } from "../../format/words.ts";
import { useSubjects } from "../../subject/use-subjects.ts";

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
  const ask = (changes: Partial<ImpactSearch>): void => onAsk(changeQuery(search, changes));
  return (
    <div role="search" className={isAnswered ? cx("mb-4", !isOpen && "max-md:hidden") : "mb-8"}>
      <div className={cx(isAnswered && "flex flex-wrap items-center gap-2 rounded-md border bg-sunken p-2")}>
        <div className={cx(isAnswered && "min-w-52 flex-1 max-lg:basis-full")}>
          <Finder
            bare={isAnswered}
            label="What do you want to change?"
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
            <div className="flex items-center max-sm:w-full max-sm:[&>:first-child]:flex-auto">
              <Select
                bare
                isLabeled
                label="Passed on"
                value={search.through ?? "artifacts"}
                options={PASSED_ON}
                onChange={(through) => ask({ through: through === "artifacts" ? undefined : through })}
              />
              <Help of="scope" />
            </div>
            <div className="w-53 max-sm:w-full">
              <RoleFilter search={search} summary={summary} onChange={ask} />
            </div>
            <div className="flex min-w-0 flex-wrap items-center gap-2 max-lg:w-full">
              <QuestionOptions search={search} onAsk={ask} />
            </div>
          </>
        )}
      </div>
    </div>
  );
}
