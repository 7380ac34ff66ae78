import { Search } from "lucide-react";
import { useEffect, useEffectEvent, useState } from "react";
import { fieldLook } from "../components/text-field.tsx";

const PAUSE_MS = 150;

interface FilterInputProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** Searches as one types, once the typing pauses. `/` leads here. */
export function FilterInput({ label, value, onChange }: FilterInputProps) {
  const [text, setText] = useState(value);
  const [known, setKnown] = useState(value);
  const [told, setTold] = useState(value);
  if (value !== known) {
    setKnown(value);
    // Unless it is what was typed, which may have gone on since, the URL changed by other means: back, a link.
    if (value !== told) setText(value);
  }
  const tell = useEffectEvent(() => {
    setTold(text);
    onChange(text);
  });
  useEffect(() => {
    if (text === value) return undefined;
    const timer = setTimeout(tell, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value]);
  return (
    <div className="relative min-w-44 flex-1 max-sm:basis-full sm:max-w-72">
      <Search aria-hidden className="pointer-events-none absolute top-2 left-2.5 size-4 text-faint" />
      <input
        type="search"
        data-list-filter
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === "Escape" && event.currentTarget.blur()}
        className={`${fieldLook} pl-8 text-13 [&::-webkit-search-cancel-button]:hidden`}
      />
      <kbd className="pointer-events-none absolute top-1.5 right-1.5 hidden h-5 rounded-sm border px-1.5 font-mono text-12 leading-4.5 text-faint md:block">
        /
      </kbd>
    </div>
  );
}
