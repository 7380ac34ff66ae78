import { fileURLToPath } from "node:url";
import type { Page } from "playwright-core";

const G6 = fileURLToPath(import.meta.resolve("@antv/g6/dist/g6.min.js"));

interface Drawing {
  /** How many have an extent on the canvas. */
  nodes: number;
  edges: number;
  /** Of all of it. */
  png: Buffer;
}

/** A graph of the API in AntV G6, with nothing changed and nothing set but what a node looks like and where it goes. */
export async function drawInG6(page: Page, graph: unknown): Promise<Drawing> {
  await page.setContent(`<div id="graph" style="width: 800px; height: 600px"></div>`);
  await page.addScriptTag({ path: G6 });
  const { picture, ...drawn } = await page.evaluate<{ nodes: number; edges: number; picture: string }>(
    `(async () => {
      const graph = new G6.Graph({
        container: "graph",
        data: ${JSON.stringify(graph)},
        node: { type: "circle" },
        layout: { type: "circular" },
        animation: false,
      });
      await graph.render();
      const isDrawn = ({ id }) => {
        const { min, max } = graph.getElementRenderBounds(id);
        return max[0] > min[0] || max[1] > min[1];
      };
      return {
        nodes: graph.getNodeData().filter(isDrawn).length,
        edges: graph.getEdgeData().filter(isDrawn).length,
        picture: await graph.toDataURL({ mode: "overall" }),
      };
    })()`,
  );
  return { ...drawn, png: Buffer.from(picture.replace(/^.*,/u, ""), "base64") };
}
