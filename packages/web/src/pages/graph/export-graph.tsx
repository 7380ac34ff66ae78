import { Menu as Primitive } from "@base-ui/react/menu";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { Braces, Download, Image } from "lucide-react";
import type { RefObject } from "react";
import { Button } from "../../components/button.tsx";
import { showError } from "../../components/show-toast.ts";
import { Menu, menuItemLook } from "../../frame/menu.tsx";
import type { GraphCanvasHandle } from "./graph-canvas.tsx";

interface ExportGraphProps {
  /** As the API answered. */
  graph: DependencyGraph | undefined;
  canvas: RefObject<GraphCanvasHandle | null>;
  isDrawn: boolean;
  name: string;
}

/** As a picture of what is in sight, or as the API's own JSON, which AntV G6 loads as it is. */
export function ExportGraph({ graph, canvas, isDrawn, name }: ExportGraphProps) {
  const savePng = (): void =>
    void canvas.current?.png().then((picture) => save(picture, `${name}-graph.png`), showError);
  const saveJson = (): void =>
    save(new Blob([JSON.stringify(graph)], { type: "application/json" }), `${name}-graph.json`);
  return (
    <Menu
      trigger={
        <Button icon={Download} disabled={!graph}>
          Export
        </Button>
      }
    >
      {isDrawn && (
        <Primitive.Item className={menuItemLook} onClick={savePng}>
          <Image aria-hidden className="size-4 text-muted" />
          PNG
        </Primitive.Item>
      )}
      <Primitive.Item className={menuItemLook} onClick={saveJson}>
        <Braces aria-hidden className="size-4 text-muted" />
        JSON
      </Primitive.Item>
    </Menu>
  );
}

function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
