import type Sigma from "sigma";

/** What is drawn, on the ground of the page. */
export async function toPng(sigma: Sigma, ground: string): Promise<Blob> {
  // WebGL's picture is there only until the browser has shown it: it is drawn anew, and copied at once.
  sigma.refresh();
  const layers = Object.values(sigma.getCanvases());
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(...layers.map(({ width }) => width));
  canvas.height = Math.max(...layers.map(({ height }) => height));
  const context = canvas.getContext("2d");
  if (!context) throw new Error("The browser has no canvas to draw on.");
  context.fillStyle = ground;
  context.fillRect(0, 0, canvas.width, canvas.height);
  for (const layer of layers) context.drawImage(layer, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error("The picture is too large."))),
      "image/png",
    );
  });
}
