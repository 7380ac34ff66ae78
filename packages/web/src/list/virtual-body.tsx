import { useWindowVirtualizer } from "@tanstack/react-virtual";
import { useRef } from "react";
import { BodyRow, type Column, ROW_PX } from "./columns.tsx";

interface VirtualBodyProps {
  rows: readonly object[];
  columns: readonly Column<never>[];
}

/** Renders only the visible rows. */
export function VirtualBody({ rows, columns }: VirtualBodyProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const virtualizer = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_PX,
    overscan: 12,
    scrollMargin: body.current?.offsetTop ?? 0,
  });
  const items = virtualizer.getVirtualItems();
  const margin = virtualizer.options.scrollMargin;
  const before = (items[0]?.start ?? margin) - margin;
  const after = virtualizer.getTotalSize() - ((items.at(-1)?.end ?? margin) - margin);
  return (
    <tbody ref={body}>
      <Gap height={before} columns={columns.length} />
      {items.map(({ index }) => {
        const row = rows[index];
        return (
          row && (
            <BodyRow
              key={index}
              ref={virtualizer.measureElement}
              index={index}
              row={row as never}
              columns={columns}
            />
          )
        );
      })}
      <Gap height={after} columns={columns.length} />
    </tbody>
  );
}

const Gap = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 && (
    <tr aria-hidden>
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
