import { entriesOf, itemsOf, scalarAt, type DataNode } from "../../document/node.ts";

/** The image of a container that a task starts. */
export interface TaskImage {
  text: string;
  line: number;
}

/** With or without the collection: `community.docker.docker_container`. */
const MODULE = /(?:^|\.)(?:docker_container|docker_swarm_service|docker_service|podman_container)$/;

/** Wherever the tasks stand: blocks nest them. */
export function taskImages(node: DataNode | undefined): TaskImage[] {
  const nested = [...itemsOf(node), ...entriesOf(node).map(({ value }) => value)].flatMap(taskImages);
  const own = entriesOf(node)
    .filter(({ key }) => MODULE.test(key))
    .flatMap(({ value }) => {
      const image = scalarAt(value, "image");
      return image && image.text !== "" ? [{ text: image.text.trim(), line: image.line }] : [];
    });
  return [...own, ...nested];
}
