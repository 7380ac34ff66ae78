import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { ARTIFACT_TYPES } from "@knockon/contract/vocabulary/artifact-type";
import { Plus, X } from "lucide-react";
import { useOrgList } from "./use-org-settings.ts";
import { Button, SaveButton } from "../../components/button.tsx";
import { Select, TextField } from "../../components/fields.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { FormError } from "../../components/notice.tsx";
import { inHeading } from "../../format/words.ts";

const MOST = 20;
const BLANK: Pattern = { name: "", pattern: "", artifact_type: "git_repository" };

/** Custom patterns for references in other formats. */
export function OrgPatterns({ org }: { org: ConnectedOrg }) {
  const {
    items: patterns,
    save,
    errors,
    isSaved,
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
          // Patterns have no ID.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          title={`Pattern ${index + 1}`}
          pattern={pattern}
          errorOf={(field) => errors.get(`heuristic_patterns.${index}.${field}`)}
          onChange={(next) => change(patterns.with(index, next))}
          onRemove={() => change(patterns.toSpliced(index, 1))}
        />
      ))}
      <FormError
        error={save.error}
        fields={/^heuristic_patterns\.\d+\.(?:name|pattern|path|artifact_type)$/u}
      />
      <div className="flex flex-wrap justify-between gap-2">
        <Button icon={Plus} disabled={patterns.length >= MOST} onClick={() => change([...patterns, BLANK])}>
          Add pattern
        </Button>
        <SaveButton shown={!isSaved} busy={save.isPending} />
      </div>
    </form>
  );
}

type Pattern = ConnectedOrg["heuristic_patterns"][number];

interface PatternFieldsProps {
  title: string;
  pattern: Pattern;
  errorOf: (field: keyof Pattern) => string | undefined;
  onChange: (pattern: Pattern) => void;
  onRemove: () => void;
}

function PatternFields({ title, pattern, errorOf, onChange, onRemove }: PatternFieldsProps) {
  const { path, ...rest } = pattern;
  return (
    <fieldset className="rounded-md border p-3">
      <legend className="sr-only">{title}</legend>
      <div className="mb-2 flex items-center justify-between">
        <span aria-hidden className="text-13 font-medium">
          {title}
        </span>
        <IconButton icon={X} label={`Remove ${title.toLowerCase()}`} onClick={onRemove} />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          mono
          required
          placeholder="service_ref"
          error={errorOf("name")}
          value={pattern.name}
          onChange={(name) => onChange({ ...pattern, name })}
        />
        <Select
          label="Artifact type"
          value={pattern.artifact_type}
          options={ARTIFACT_TYPES.map((value) => ({ value, text: inHeading(value) }))}
          onChange={(artifact_type) => onChange({ ...pattern, artifact_type })}
        />
        <div className="sm:col-span-2">
          <TextField
            label="Expression"
            mono
            required
            maxLength={500}
            placeholder="uses-service: (?P<name>[a-z-]+)@(?P<version>\S+)"
            error={errorOf("pattern")}
            value={pattern.pattern}
            onChange={(text) => onChange({ ...pattern, pattern: text })}
          />
        </div>
        <div className="sm:col-span-2">
          <TextField
            label="Path filter (optional)"
            mono
            maxLength={500}
            hint="A regular expression. If empty, the pattern applies to all files."
            placeholder="\.service\.ya?ml$"
            error={errorOf("path")}
            value={path ?? ""}
            onChange={(text) => onChange(text === "" ? rest : { ...pattern, path: text })}
          />
        </div>
      </div>
    </fieldset>
  );
}
