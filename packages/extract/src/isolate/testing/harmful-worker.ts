import { docker } from "../../ecosystems/docker/index.ts";
import { helm } from "../../ecosystems/helm/index.ts";
import { references } from "../../references/index.ts";
import { serveExtraction } from "../serve-extraction.ts";
import { harmful } from "./harmful-ecosystem.ts";

// All ecosystems would take four times as long to load, for each of the tests' threads.
serveExtraction([docker, helm, references, harmful]);
