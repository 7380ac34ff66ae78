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

const OPTIONS = ["path", "version", "max_depth", "min_confidence"] as const;
type Option = (typeof OPTIONS)[number];

const LABELS: Record<Option, string> = {
  path: "Path",
  version: "New version",
  max_depth: "Depth",
  min_confidence: "Confidence",
};

interface QuestionOptionsProps {
  search: ImpactSearch;
  onAsk: (changes: Partial<ImpactSearch>) => void;
}

/** What few questions need. Those in use are fields, and the others are buttons that become fields in place. */
export function QuestionOptions({ search, onAsk }: QuestionOptionsProps) {
  const [opened, setOpened] = useState<readonly Option[]>([]);
  return OPTIONS.map((option) => {
    const isOpened = opened.includes(option);
    if (search[option] === undefined && !isOpened)
      return (
        <button
          key={option}
          type="button"
          title={hintOf(option)}
          {...(option === "max_depth" && { "aria-label": `Depth: ${DEFAULTS.max_depth} hops` })}
          onClick={() => setOpened([...opened, option])}
          className={cx(buttonLook(), "gap-1! px-2! font-normal! text-muted")}
        >
          {option === "max_depth" ? (
            `${DEFAULTS.max_depth} hops`
          ) : (
            <>
              <Plus aria-hidden className="size-3.5" />
              {LABELS[option]}
            </>
          )}
        </button>
      );
    return (
      <Opened key={option} isFocused={isOpened && option === opened.at(-1)}>
        <OptionField option={option} search={search} onAsk={onAsk} />
      </Opened>
    );
  });
}

/** What counts without the option. */
function hintOf(option: Option): string {
  if (option === "max_depth") return `Within ${DEFAULTS.max_depth} hops`;
  if (option === "min_confidence") return "Likely or certain evidence";
  return option === "path" ? "Any file or directory" : "Any new version";
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
  const standard = DEFAULTS[option];
  const value = String(search[option] ?? standard);
  const known = option === "max_depth" ? HOPS : FLOORS;
  const isKnown = known.some((one) => one.value === value);
  return (
    <>
      <span aria-hidden className="flex items-center text-13 text-muted">
        {label}
      </span>
      {option === "min_confidence" && <Help of="confidence" />}
      <Select
        bare
        label={label}
        value={value}
        options={isKnown ? known : [{ value, text: `From ${value}` }, ...known]}
        onChange={(text) => onAsk({ [option]: Number(text) === standard ? undefined : Number(text) })}
      />
    </>
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
