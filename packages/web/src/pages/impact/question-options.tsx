import { Plus } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { DEFAULTS, type ImpactSearch } from "./impact-search.ts";
import { buttonLook } from "../../components/button.tsx";
import { cx } from "../../components/dom.ts";
import { fieldLook, Select } from "../../components/fields.tsx";
import { Help } from "../../components/help.tsx";

const HOPS = Array.from({ length: 10 }, (_, index) => ({
  value: String(index + 1),
  text: index === 0 ? "1 hop" : `${index + 1} hops`,
}));

const FLOORS = [
  { value: "0", text: "Possible" },
  { value: "0.4", text: "Likely" },
  { value: "0.8", text: "Certain" },
] as const;

const OPTIONS = ["path", "version", "min_confidence"] as const;
type Option = (typeof OPTIONS)[number];

const LABELS: Record<Option, string> = {
  path: "Path",
  version: "New version",
  min_confidence: "Confidence",
};

/** Where the name of what changes needs the room. */
const SHORT_LABELS: Record<Option, string> = { ...LABELS, version: "Version" };

/** What counts without the option. */
const HINTS: Record<Option, string> = {
  path: "Any file or directory",
  version: "Any new version",
  min_confidence: "Likely or certain evidence",
};

interface QuestionOptionsProps {
  search: ImpactSearch;
  onAsk: (changes: Partial<ImpactSearch>) => void;
}

/** The depth, and what few questions need. Of these, those in use are fields, and the others are buttons that become fields in place. */
export function QuestionOptions({ search, onAsk }: QuestionOptionsProps) {
  const [opened, setOpened] = useState<readonly Option[]>([]);
  const added = OPTIONS.map((option) => {
    const isOpened = opened.includes(option);
    if (search[option] === undefined && !isOpened)
      return (
        <button
          key={option}
          type="button"
          title={HINTS[option]}
          aria-label={LABELS[option]}
          onClick={() => setOpened([...opened, option])}
          className={cx(buttonLook(), "gap-1! px-2! font-normal! text-muted")}
        >
          <Plus aria-hidden className="size-3.5" />
          {SHORT_LABELS[option]}
        </button>
      );
    return (
      <Opened key={option} isFocused={isOpened && option === opened.at(-1)}>
        <OptionField option={option} search={search} onAsk={onAsk} />
      </Opened>
    );
  });
  return (
    <>
      <NumberSelect option="max_depth" label="Depth" known={HOPS} search={search} onAsk={onAsk} />
      {added}
    </>
  );
}

/** Takes the focus of the button that it replaces. */
function Opened({ isFocused, children }: { isFocused: boolean; children: ReactNode }) {
  const frame = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isFocused) frame.current?.querySelector<HTMLElement>("input, select")?.focus();
  }, [isFocused]);
  return (
    <span ref={frame} className="flex min-w-0 items-center gap-1.5">
      {children}
    </span>
  );
}

function OptionField({ option, search, onAsk }: QuestionOptionsProps & { option: Option }) {
  const label = LABELS[option];
  if (option === "path" || option === "version")
    return (
      <CommitField
        key={search[option]}
        label={label}
        value={search[option]}
        onCommit={(text) => onAsk({ [option]: text })}
      />
    );
  return (
    <>
      <span aria-hidden className="flex items-center text-13 text-muted">
        {label}
      </span>
      <Help of="confidence" />
      <NumberSelect option={option} label={label} known={FLOORS} search={search} onAsk={onAsk} />
    </>
  );
}

interface NumberSelectProps extends QuestionOptionsProps {
  option: "max_depth" | "min_confidence";
  label: string;
  known: readonly { value: string; text: string }[];
}

/** A number, also one that a link has and that is not offered. */
function NumberSelect({ option, label, known, search, onAsk }: NumberSelectProps) {
  const standard = DEFAULTS[option];
  const value = String(search[option] ?? standard);
  const isKnown = known.some((one) => one.value === value);
  return (
    <Select
      bare
      label={label}
      value={value}
      options={isKnown ? known : [{ value, text: `From ${value}` }, ...known]}
      onChange={(text) => onAsk({ [option]: Number(text) === standard ? undefined : Number(text) })}
    />
  );
}

interface CommitFieldProps {
  label: string;
  value: string | undefined;
  /** Called on Enter and blur, since a partial version would be a different query. */
  onCommit: (value: string | undefined) => void;
}

/** A field with its label at the left. */
function CommitField({ label, value, onCommit }: CommitFieldProps) {
  const [text, setText] = useState(value ?? "");
  const commit = (): void => {
    const given = text.trim() === "" ? undefined : text.trim();
    if (given !== value) onCommit(given);
  };
  return (
    <label className="flex min-w-0 items-center gap-1.5 text-13 whitespace-nowrap text-muted">
      {label}
      <input
        placeholder="Any"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === "Enter" && commit()}
        autoComplete="off"
        spellCheck={false}
        className={cx(fieldLook, "w-40! min-w-0 text-13 text-text", text !== "" && "font-mono")}
      />
    </label>
  );
}
