import type { ConnectedOrg } from "@knockon/contract/resources/connected-org";
import { ARTIFACT_TYPES } from "@knockon/contract/vocabulary/artifact-type";
import { X } from "lucide-react";
import { Choice } from "../../components/choice.tsx";
import { IconButton } from "../../components/icon-button.tsx";
import { TextField } from "../../components/text-field.tsx";
import { inHeading } from "../../format/words.ts";

export type Pattern = ConnectedOrg["heuristic_patterns"][number];

interface PatternFieldsProps {
  title: string;
  pattern: Pattern;
  errorOf: (field: keyof Pattern) => string | undefined;
  onChange: (pattern: Pattern) => void;
  onRemove: () => void;
}

export function PatternFields({ title, pattern, errorOf, onChange, onRemove }: PatternFieldsProps) {
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
        <Choice
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
