import { Combobox } from "@base-ui/react/combobox";
import { type LucideIcon, Search } from "lucide-react";
import { useId } from "react";
import { cx } from "./dom.ts";
import { fieldLook } from "./fields.tsx";
import { TruncatedName } from "./text.tsx";

/** A search result. `note` distinguishes results of the same name. */
export interface Findable {
  id: string;
  text: string;
  note?: string;
  icon: LucideIcon;
}

export interface FoundGroup<T extends Findable> {
  heading: string;
  items: readonly T[];
}

interface FinderProps<T extends Findable> {
  label: string;
  /** Hides the label visually. */
  bare?: boolean;
  /** The main field of a page. */
  large?: boolean;
  placeholder: string;
  /** The current selection. */
  chosen: Findable | undefined;
  found: readonly FoundGroup<T>[];
  onSearch: (text: string) => void;
  onPick: (item: T) => void;
}

/** A combobox with server-side search. `/` focuses it. */
export function Finder<T extends Findable>(props: FinderProps<T>) {
  const { label, bare = false, large = false, placeholder, chosen = null, found, onSearch, onPick } = props;
  const id = useId();
  const groups = found.filter(({ items }) => items.length > 0);
  return (
    <Combobox.Root<Findable>
      items={groups}
      filter={null}
      autoHighlight
      value={chosen}
      itemToStringLabel={({ text }) => text}
      isItemEqualToValue={(a, b) => a.id === b.id}
      onValueChange={(item) => item && onPick(item as T)}
      onInputValueChange={(text, { reason }) => onSearch(reason === "input-change" ? text.trim() : "")}
    >
      <div className="flex min-w-0 flex-col gap-1.5">
        <label
          htmlFor={id}
          className={bare ? "sr-only" : large ? "text-16 font-semibold" : "text-13 font-medium"}
        >
          {label}
        </label>
        <div className="relative">
          <Search
            aria-hidden
            className={cx(
              "pointer-events-none absolute left-2.5 size-4 text-faint",
              large ? "top-3" : "top-2",
            )}
          />
          <Combobox.Input
            id={id}
            data-list-filter
            placeholder={placeholder}
            onFocus={(event) => event.currentTarget.select()}
            onKeyDown={(event) => {
              // Base UI does not highlight results that arrive after the last keystroke.
              const [first] = groups[0]?.items ?? [];
              const isOpen = event.currentTarget.ariaExpanded === "true";
              if (event.key !== "Enter" || !isOpen || !first) return;
              if (event.currentTarget.hasAttribute("aria-activedescendant")) return;
              event.preventDefault();
              onPick(first);
              event.currentTarget.blur();
            }}
            className={cx(
              fieldLook,
              "pl-8 font-mono text-13 text-ellipsis placeholder:font-sans",
              large && "h-10",
            )}
          />
        </div>
      </div>
      <Combobox.Portal>
        <Combobox.Positioner align="start" sideOffset={4} className="z-50 outline-none">
          <Combobox.Popup className="max-h-[min(24rem,var(--available-height))] w-(--anchor-width) min-w-[min(28rem,calc(100vw-2rem))] overflow-y-auto rounded-md border bg-raised p-1">
            <Combobox.Empty className="px-3 py-6 text-center text-13 text-muted empty:hidden">
              No results.
            </Combobox.Empty>
            <Combobox.List>
              {({ heading, items }: FoundGroup<T>) => (
                <Combobox.Group key={heading} items={items}>
                  <Combobox.GroupLabel className="px-2 pt-2 pb-1 text-12 text-muted">
                    {heading}
                  </Combobox.GroupLabel>
                  <Combobox.Collection>
                    {({ icon: Icon, ...item }: T) => (
                      <Combobox.Item
                        key={item.id}
                        value={{ ...item, icon: Icon }}
                        className="flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 py-1 text-13 outline-none select-none data-highlighted:bg-hover"
                      >
                        <Icon aria-hidden className="size-4 shrink-0 text-muted" />
                        <span className="flex min-w-0 flex-1">
                          <TruncatedName text={item.text} />
                        </span>
                        {item.note !== undefined && (
                          <span className="shrink-0 text-12 text-muted">{item.note}</span>
                        )}
                      </Combobox.Item>
                    )}
                  </Combobox.Collection>
                </Combobox.Group>
              )}
            </Combobox.List>
          </Combobox.Popup>
        </Combobox.Positioner>
      </Combobox.Portal>
    </Combobox.Root>
  );
}
