import type { z } from "zod";
import type {
  Ownership,
  OwnershipRisk,
  OwnershipRiskPerson,
  PersonCorrection,
} from "../resources/ownership.ts";
import { CORRECTION_ID } from "./ids.ts";
import { producer } from "./organization.ts";

export const AUTOMATION_KEY = "b81Jq0-XwPz5kYd2RtVe";

export const ownership: Ownership = {
  bus_factor: 1,
  top_author: { name: "Jane Doe", share: 0.71 },
  top_author_share: 0.71,
  human_author_count: 2,
  contributors: [
    { name: "Jane Doe", person_key: "3n0sW9Kc2fQxT1aZ7mLp", commit_count: 321, share: 0.71 },
    { name: "Joe Bloggs", person_key: "u4Gh_7eDbNcX09sMfQiA", commit_count: 140, share: 0.29 },
  ],
  contributors_total: 2,
  automation: [{ name: "Deployer", person_key: AUTOMATION_KEY, commit_count: 4210 }],
  teams: ["@acme/platform"],
  departed_share: null,
  window: { start: "2019-03-04T09:12:44.000Z", end: "2026-05-11T16:20:03.000Z" },
  computed_at: "2026-05-12T06:01:31.000Z",
};

export const ownershipRisk: z.infer<typeof OwnershipRisk> = {
  repository: producer,
  bus_factor: 1,
  top_author_name: "Jane Doe",
  top_author_share: 0.71,
  human_author_count: 2,
  dependents_total: 57,
  dependent_repositories_total: 40,
  risk_score: 80.5,
};

export const ownershipRiskPerson: z.infer<typeof OwnershipRiskPerson> = {
  name: "Jane Doe",
  dependent_repositories_total: 40,
  repositories: [
    { repository: producer, top_author_share: 0.71, dependents_total: 57, dependent_repositories_total: 40 },
  ],
};

export const personCorrection: PersonCorrection = {
  id: CORRECTION_ID,
  kind: "not_a_person",
  name: "Deployer",
  person_key: AUTOMATION_KEY,
  same_as_name: null,
  same_as_person_key: null,
  created_at: "2026-05-12T09:30:12.000Z",
};
