import { ARTIFACT_TYPES, type ArtifactType } from "@knockon/contract/vocabulary/artifact-type";
import { Choice } from "../components/choice.tsx";
import { inHeading } from "../format/words.ts";

const TYPES = [
  { value: "" as const, text: "All types" },
  ...ARTIFACT_TYPES.map((type) => ({ value: type, text: inHeading(type) })).toSorted((a, b) =>
    a.text.localeCompare(b.text),
  ),
];

interface TypeChoiceProps {
  value: ArtifactType | undefined;
  onChange: (type: ArtifactType | undefined) => void;
}

/** What kind of artifact, in words. */
export const TypeChoice = ({ value, onChange }: TypeChoiceProps) => (
  <Choice
    bare
    label="Type"
    value={value ?? ""}
    options={TYPES}
    onChange={(type) => onChange(type === "" ? undefined : type)}
  />
);
