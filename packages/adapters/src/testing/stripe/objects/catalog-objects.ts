import type { Stripe } from "stripe";
import { decimal } from "./wire-format.ts";

const COMMON = { active: true, livemode: false } as const;

export const productObject = (
  given: Pick<Stripe.Product, "id" | "name" | "created" | "metadata">,
): Stripe.Product => ({
  object: "product",
  ...COMMON,
  description: null,
  images: [],
  marketing_features: [],
  package_dimensions: null,
  shippable: null,
  tax_details: null,
  type: "service",
  updated: given.created,
  url: null,
  ...given,
});

export interface NewPrice {
  id: string;
  product: string;
  created: number;
  currency: string;
  metadata: Stripe.Metadata;
  unit_amount: number;
}

/** A monthly price per unit. */
export const priceObject = (given: NewPrice): Stripe.Price => ({
  object: "price",
  ...COMMON,
  billing_scheme: "per_unit",
  custom_unit_amount: null,
  lookup_key: null,
  nickname: null,
  recurring: {
    interval: "month",
    interval_count: 1,
    meter: null,
    trial_period_days: null,
    usage_type: "licensed",
  },
  tax_behavior: "unspecified",
  tiers_mode: null,
  transform_quantity: null,
  type: "recurring",
  unit_amount_decimal: decimal(given.unit_amount),
  ...given,
});

/** The legacy form of a price, which items still contain. */
export const planObject = ({
  id,
  created,
  currency,
  metadata,
  unit_amount,
  product,
}: Stripe.Price): Stripe.Plan => ({
  id,
  object: "plan",
  ...COMMON,
  amount: unit_amount,
  amount_decimal: decimal(unit_amount ?? 0),
  billing_scheme: "per_unit",
  created,
  currency,
  interval: "month",
  interval_count: 1,
  metadata,
  meter: null,
  nickname: null,
  product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: "licensed",
});
