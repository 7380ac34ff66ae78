import { useCallback, useMemo, useState } from "react";
import type { Layers } from "./layers.ts";

/** Whose lines are drawn: of the card that is pointed at, or else of the held one, until someone clears it. */
export function useLines(given: Layers | undefined, onSelect: (id: string | undefined) => void) {
  const [hasPointed, setHasPointed] = useState(false);
  const [pointed, setPointed] = useState<string>();
  const [isCleared, setCleared] = useState(false);
  const isRanked = given?.isRanked === true;
  const layers = useMemo(
    () => (given && isCleared && isRanked ? { ...given, held: undefined } : given),
    [given, isCleared, isRanked],
  );
  const onPoint = useCallback(
    (id: string | undefined) => {
      if (id !== undefined) setHasPointed(true);
      // Only without a root, words say whose lines are drawn.
      if (isRanked) setPointed(id);
    },
    [isRanked],
  );
  const select = useCallback(
    (id: string | undefined) => {
      if (id !== undefined) setCleared(false);
      onSelect(id);
    },
    [onSelect],
  );
  const clear = useCallback(() => {
    setCleared(true);
    onSelect(undefined);
  }, [onSelect]);
  return { layers, pointed, hasPointed, onPoint, select, clear };
}
