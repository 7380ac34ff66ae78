import { ECOSYSTEMS } from "../../registry.ts";
import { serveExtraction } from "../serve-extraction.ts";
import { harmful } from "./harmful-ecosystem.ts";

serveExtraction([...ECOSYSTEMS, harmful]);
