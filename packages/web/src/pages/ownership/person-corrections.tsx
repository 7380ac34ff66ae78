import {
  createPersonCorrection,
  deletePersonCorrection,
  listPersonCorrections,
} from "@knockon/contract/operations/ownership";
import type { Ownership, PersonCorrection } from "@knockon/contract/resources/ownership";
import { useQuery } from "@tanstack/react-query";
import { Undo2, UserPen } from "lucide-react";
import { type SyntheticEvent, useState } from "react";
import { useAction } from "../../api/use-action.ts";
import { useHasRole, useWorkspace } from "../../api/workspace.ts";
import { Button } from "../../components/button.tsx";
import { Dialog } from "../../components/dialog.tsx";
import { Select } from "../../components/fields.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { ErrorNotice } from "../../components/notice.tsx";
import { OptionCards } from "../../components/options.tsx";
import { countOf } from "../../format/format.ts";

type Author = Ownership["automation"][number];

/** People are in most responses: as contributors, authors and owners. */
const INVALIDATED = "all";

interface CorrectPersonProps {
  person: Author;
  /** Contributors that can be the same person. */
  others: readonly Author[];
  /** The one of the same name, which a hint asks about. */
  sameName?: Author | undefined;
}

/** A button that excludes a contributor or merges it with another one. */
export function CorrectPerson({ person, others, sameName }: CorrectPersonProps) {
  const { workspace, api } = useWorkspace();
  const [isOpen, setOpen] = useState(false);
  const [kind, setKind] = useState<"not_a_person" | "same_person">(sameName ? "same_person" : "not_a_person");
  const [other, setOther] = useState((sameName ?? others[0])?.person_key ?? "");
  const create = useAction({
    run: () =>
      api.call(createPersonCorrection, {
        params: { workspace_id: workspace.id },
        body: {
          kind,
          person_key: person.person_key,
          ...(kind === "same_person" && { same_as_person_key: other }),
        },
      }),
    successMessage: `${person.name} corrected in all repositories`,
    invalidates: INVALIDATED,
    showsErrors: true,
    onSuccess: close,
  });
  function close(): void {
    create.reset();
    setOpen(false);
  }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <>
      {sameName ? (
        <button
          type="button"
          title={`${sameName.name} has ${countOf(sameName.commit_count, "commit", "commits")} here`}
          aria-label={`Is ${person.name} the same person as ${sameName.name}?`}
          className="min-h-6 text-12 whitespace-nowrap text-muted underline decoration-dotted underline-offset-4 hover:text-text"
          onClick={() => setOpen(true)}
        >
          Same person?
        </button>
      ) : (
        <IconButton icon={UserPen} label={`Edit person ${person.name}`} onClick={() => setOpen(true)} />
      )}
      <Dialog
        open={isOpen}
        onClose={close}
        title={`Edit person ${person.name}`}
        description="The correction applies to all repositories of the workspace. You can undo it on the Ownership page."
      >
        <form className="flex flex-col gap-4" onSubmit={submit}>
          <OptionCards
            label="Correction"
            value={kind}
            options={[
              {
                value: "not_a_person",
                text: "Not a person",
                hint: "A bot or service account. Its commits count for no one.",
              },
              ...(others.length > 0
                ? [
                    {
                      value: "same_person" as const,
                      text: "Same person as another contributor",
                      hint: "Their commits are added up.",
                    },
                  ]
                : []),
            ]}
            onChange={setKind}
          />
          {kind === "same_person" && (
            <Select
              label="Other contributor"
              value={other}
              options={others.map(({ person_key, name, commit_count }) => ({
                value: person_key,
                text: `${name}, ${countOf(commit_count, "commit", "commits")}`,
              }))}
              onChange={setOther}
            />
          )}
          {create.isError && <ErrorNotice error={create.error} />}
          <div className="flex justify-end gap-2">
            <Button onClick={close}>Cancel</Button>
            <Button type="submit" look="primary" busy={create.isPending}>
              Correct
            </Button>
          </div>
        </form>
      </Dialog>
    </>
  );
}

/** Authors that are not counted as people. Admins can count them. */
export function Automation({ authors }: { authors: readonly Author[] }) {
  if (authors.length === 0) return null;
  return (
    <div>
      <p className="text-13 text-muted">
        Not counted as people, because their commits repeat or you said so:
      </p>
      <ul className="mt-1 flex flex-col gap-1 text-13">
        {authors.map((author) => (
          <li key={author.person_key} className="flex items-center gap-2">
            <span className="truncate font-medium">{author.name}</span>
            <span className="text-muted">{countOf(author.commit_count, "commit", "commits")}</span>
            <CountPerson author={author} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Undoes the correction that excludes an author, or counts an author that the rules exclude. */
function CountPerson({ author }: { author: Author }) {
  const { workspace, api } = useWorkspace();
  const isAdmin = useHasRole("admin");
  const corrections = usePersonCorrections();
  const excluded = corrections.data?.find(
    ({ kind, person_key }) => kind === "not_a_person" && person_key === author.person_key,
  );
  const params = { workspace_id: workspace.id };
  const count = useAction({
    run: (): Promise<object> =>
      excluded
        ? api.call(deletePersonCorrection, { params: { ...params, person_correction_id: excluded.id } })
        : api.call(createPersonCorrection, {
            params,
            body: { kind: "person", person_key: author.person_key },
          }),
    successMessage: `${author.name} counts as a person`,
    invalidates: INVALIDATED,
  });
  if (!isAdmin) return null;
  return (
    <Button look="ghost" busy={count.isPending} onClick={() => count.mutate()}>
      Count as a person
    </Button>
  );
}

/** Maximum page size of the API. */
const MAX_CORRECTIONS = 500;

function usePersonCorrections() {
  const { workspace, api } = useWorkspace();
  const isAdmin = useHasRole("admin");
  const params = { workspace_id: workspace.id };
  return useQuery({
    ...api.query(listPersonCorrections, { params, query: { limit: MAX_CORRECTIONS } }),
    enabled: isAdmin,
  });
}

/** The corrections of the workspace, which admins can undo. */
export function PersonCorrections() {
  const { data = [] } = usePersonCorrections();
  if (data.length === 0) return null;
  return (
    <section className="mt-8">
      <h2 className="text-16 font-semibold">Corrections</h2>
      <ul className="mt-2 divide-y divide-line rounded-md border">
        {data.map((correction) => (
          <li key={correction.id} className="flex items-center gap-3 px-3 py-1.5 text-13">
            <span className="min-w-0 flex-1 truncate">{describe(correction)}</span>
            <UndoCorrection correction={correction} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function describe({ kind, name, same_as_name }: PersonCorrection): string {
  if (kind === "same_person") return `${name} is the same person as ${same_as_name}`;
  return kind === "person" ? `${name} is a person` : `${name} is not a person`;
}

function UndoCorrection({ correction }: { correction: PersonCorrection }) {
  const { workspace, api } = useWorkspace();
  const undo = useAction({
    run: () =>
      api.call(deletePersonCorrection, {
        params: { workspace_id: workspace.id, person_correction_id: correction.id },
      }),
    successMessage: "Correction undone",
    invalidates: INVALIDATED,
  });
  return (
    <IconButton
      icon={Undo2}
      label={`Undo: ${describe(correction)}`}
      disabled={undo.isPending}
      onClick={() => undo.mutate()}
    />
  );
}
