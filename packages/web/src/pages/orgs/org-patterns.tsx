import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { Plus } from "lucide-react";
import { Button } from "../../components/button.tsx";
import { Misfit } from "../../components/misfit.tsx";
import { PatternFields, type Pattern } from "./pattern-fields.tsx";
import { useOrgList } from "./use-org-list.ts";

const MOST = 20;
const BLANK: Pattern = { name: "", pattern: "", artifact_type: "git_repository" };

/** How the org refers to its own things where no known format does. */
export function OrgPatterns({ org }: { org: ConnectedOrg }) {
  const {
    items: patterns,
    save,
    errors,
    isKept,
    change,
    submit,
  } = useOrgList(org, "heuristic_patterns", "Patterns saved. The next scan reads every repository again.");
  return (
    <form className="flex flex-col gap-4 rounded-md border p-4" onSubmit={submit}>
      <p className="text-13 text-muted">
        Regular expressions (RE2) for references that follow your own conventions. The group{" "}
        <code className="font-mono text-12">name</code> captures the reference. The optional group{" "}
        <code className="font-mono text-12">version</code> captures its version.
      </p>
      {patterns.map((pattern, index) => (
        <PatternFields
          // Patterns have no identity but their place.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          title={`Pattern ${index + 1}`}
          pattern={pattern}
          errorOf={(field) => errors.get(`heuristic_patterns.${index}.${field}`)}
          onChange={(next) => change(patterns.with(index, next))}
          onRemove={() => change(patterns.toSpliced(index, 1))}
        />
      ))}
      <Misfit error={save.error} fields={/^heuristic_patterns\.\d+\.(?:name|pattern|path|artifact_type)$/u} />
      <div className="flex flex-wrap justify-between gap-2">
        <Button icon={Plus} disabled={patterns.length >= MOST} onClick={() => change([...patterns, BLANK])}>
          Add pattern
        </Button>
        <Button type="submit" busy={save.isPending} disabled={isKept}>
          Save
        </Button>
      </div>
    </form>
  );
}
