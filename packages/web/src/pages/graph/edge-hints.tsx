import { ArrowLeft, ArrowRight } from "lucide-react";
import { type RefObject, useEffect, useState } from "react";
import type { Drawing } from "./drawing.ts";
import { besideEachOther } from "./slots.ts";
import { watchScroll } from "../../components/dom.ts";

interface EdgeHintsProps {
  scroller: RefObject<HTMLElement | null>;
  drawing: Drawing;
  scale: number;
}

/** Where columns are out of sight, a fading edge with a button that names the farthest one and shows it. It is in the row of the headings, where it covers no card. */
export function EdgeHints({ scroller, drawing, scale }: EdgeHintsProps) {
  const { left, right } = useHidden(scroller, drawing, scale);
  const go = (side: 1 | -1): void =>
    scroller.current?.scrollTo({ left: side === 1 ? scroller.current.scrollWidth : 0 });
  return (
    <>
      {left && <Hint side={-1} title={left} onClick={() => go(-1)} />}
      {right && <Hint side={1} title={right} onClick={() => go(1)} />}
    </>
  );
}

function Hint({ side, title, onClick }: { side: 1 | -1; title: string; onClick: () => void }) {
  const Icon = side === 1 ? ArrowRight : ArrowLeft;
  return (
    <div
      className={
        side === 1
          ? "pointer-events-none absolute inset-y-0 right-0 z-20 flex w-12 items-start justify-end bg-linear-to-l from-sunken p-0.5"
          : "pointer-events-none absolute inset-y-0 left-0 z-20 flex w-12 items-start bg-linear-to-r from-sunken p-0.5"
      }
    >
      <button
        type="button"
        aria-label={title}
        title={title}
        onClick={onClick}
        className="pointer-events-auto flex size-7 shrink-0 items-center justify-center rounded-full border border-line-strong bg-raised text-muted hover:bg-hover hover:text-text"
      >
        <Icon aria-hidden className="size-3.5" />
      </button>
    </div>
  );
}

/** The titles of the first and the last column if most of them is out of sight. */
function useHidden(scroller: RefObject<HTMLElement | null>, { columns, sizes }: Drawing, scale: number) {
  const [hidden, setHidden] = useState<{ left?: string | undefined; right?: string | undefined }>({});
  useEffect(() => {
    const element = scroller.current;
    if (!element) return undefined;
    const measure = (): void => {
      const middles = besideEachOther(columns).map(({ x, title }) => ({
        title,
        at: (x + sizes.cardWidth / 2) * scale,
      }));
      const [first, last] = [middles[0], middles.at(-1)];
      const [start, end] = [element.scrollLeft, element.scrollLeft + element.clientWidth];
      const left = first && first.at < start ? first.title : undefined;
      const right = last && last.at > end ? last.title : undefined;
      setHidden((known) => (known.left === left && known.right === right ? known : { left, right }));
    };
    return watchScroll(element, measure);
  }, [scroller, columns, sizes, scale]);
  return hidden;
}
