import { Menu as Primitive } from "@base-ui/react/menu";
import type { DependencyGraph } from "@knockon/contract/resources/graph";
import { Braces, Download, Image } from "lucide-react";
import type { RefObject } from "react";
import type { GraphCanvasHandle } from "./layered-canvas.tsx";
import { Button } from "../../components/button.tsx";
import { showError } from "../../components/toasts.tsx";
import { Menu, menuItemLook } from "../../frame/menu.tsx";

interface ExportGraphProps {
  /** The API's response. */
  graph: DependencyGraph | undefined;
  canvas: RefObject<GraphCanvasHandle | null>;
  isDrawn: boolean;
  name: string;
}

/** Exports the visible graph as PNG or the API's response as JSON. */
export function ExportGraph({ graph, canvas, isDrawn, name }: ExportGraphProps) {
  const savePng = (): void =>
    void canvas.current?.png().then((picture) => save(picture, `${name}-graph.png`), showError);
  const saveJson = (): void =>
    save(new Blob([JSON.stringify(graph)], { type: "application/json" }), `${name}-graph.json`);
  return (
    <Menu
      trigger={
        <Button icon={Download} title="Export" disabled={!graph}>
          <span className="max-2xl:sr-only">Export</span>
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
