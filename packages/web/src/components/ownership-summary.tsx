import type { OwnershipSummary as Summary } from "@knockon/contract/resources/ownership";
import type { z } from "zod";
import { countOf } from "../format/format.ts";
import { peopleCount } from "../format/words.ts";

/** The bus factor and the top contributor. Renders nothing without ownership data. */
export function OwnershipSummary({ ownership }: { ownership: z.output<typeof Summary> | null }) {
  if (ownership === null || ownership.bus_factor === 0) return null;
  const { bus_factor, top_author_name, human_author_count } = ownership;
  return (
    <span title={`Bus factor ${bus_factor}, ${countOf(human_author_count, "contributor", "contributors")}`}>
      {bus_factor === 1 && top_author_name !== null ? top_author_name : peopleCount(bus_factor)}
      {bus_factor > 1 && top_author_name !== null && (
        <span className="text-muted">, led by {top_author_name}</span>
      )}
    </span>
  );
}
