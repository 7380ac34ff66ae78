import { Stripe } from "stripe";
import { priceObject, productObject } from "./objects/catalog-objects.ts";
import { cardObject, customerObject } from "./objects/customer-object.ts";
import {
  creditNoteObject,
  invoiceItemObject,
  invoiceObject,
  type Charge,
} from "./objects/invoice-objects.ts";
import { idOf } from "./objects/wire-format.ts";
import { declined, missing } from "./stripe-error.ts";
import { checkEvent } from "./schema/check.ts";
import type { Events, EventType } from "./schema/operations.ts";

const BEGIN = Date.UTC(2026, 0, 1) / 1000;

/** A checkout session and its items. */
interface Checkout {
  session: Stripe.Checkout.Session;
  bought: readonly { price: string; quantity: number }[];
  metadata: Stripe.Metadata;
}

/** The state of a Stripe account in test mode, with a clock that tests control. */
export class Ledger {
  /** Seconds. */
  now = BEGIN;
  readonly customers = new Map<string, Stripe.Customer | Stripe.DeletedCustomer>();
  readonly paymentMethods = new Map<string, Stripe.PaymentMethod>();
  readonly products = new Map<string, Stripe.Product>();
  readonly prices = new Map<string, Stripe.Price>();
  readonly subscriptions = new Map<string, Stripe.Subscription>();
  readonly invoices = new Map<string, Stripe.Invoice>();
  readonly invoiceItems = new Map<string, Stripe.InvoiceItem>();
  readonly creditNotes = new Map<string, Stripe.CreditNote>();
  readonly checkouts = new Map<string, Checkout>();
  /** Every event in order, each with a snapshot of its object. */
  readonly events: Stripe.Event[] = [];
  /** Decline codes by customer. */
  readonly declines = new Map<string, string>();
  #last = 0;

  newId(prefix: string): string {
    this.#last += 1;
    return `${prefix}_${String(this.#last).padStart(8, "0")}`;
  }

  /** Records an event. Throws if it does not match Stripe's types. */
  emit<T extends EventType>(type: T, object: Events[T]["data"]["object"]): void {
    const event = {
      id: this.newId("evt"),
      object: "event",
      api_version: Stripe.API_VERSION,
      created: this.now,
      data: structuredClone({ object }),
      livemode: false,
      pending_webhooks: 1,
      request: null,
      type,
    };
    const deviation = checkEvent(type, event);
    if (deviation !== undefined) throw new Error(`Invalid event ${type}: ${deviation}.`);
    this.events.push(event as unknown as Stripe.Event);
  }

  /** Creates a product with one price. */
  sell(name: string, amount: number, metadata: Stripe.Metadata, currency = "usd"): Stripe.Price {
    const created = this.now;
    const product = productObject({ id: this.newId("prod"), name, created, metadata: {} });
    this.products.set(product.id, product);
    const id = this.newId("price");
    const price = priceObject({ id, product: product.id, created, currency, metadata, unit_amount: amount });
    this.prices.set(price.id, price);
    return price;
  }

  createCustomer(metadata: Stripe.Metadata): Stripe.Customer {
    const customer = customerObject({ id: this.newId("cus"), created: this.now, metadata });
    this.customers.set(customer.id, customer);
    this.emit("customer.created", customer);
    return customer;
  }

  /** Throws an error that names the parameter if the customer is missing or deleted. */
  customer(id: string, param: string): Stripe.Customer {
    const found = this.customers.get(id);
    if (!found || found.deleted === true) throw missing("customer", id, param);
    return found;
  }

  /** Throws an error if the session is missing. */
  checkout(id: string): Stripe.Checkout.Session {
    const found = this.checkouts.get(id);
    if (!found) throw missing("checkout.session", id, "session");
    return found.session;
  }

  /** Expires a checkout session. */
  expire(session: Stripe.Checkout.Session): void {
    Object.assign(session, { status: "expired", url: null });
    this.emit("checkout.session.expired", session);
  }

  giveCard(customer: Stripe.Customer): Stripe.PaymentMethod {
    const card = cardObject({ id: this.newId("pm"), created: this.now, customer: customer.id });
    this.paymentMethods.set(card.id, card);
    return card;
  }

  /** Charges immediately. With `failIfDeclined`, a declined card changes nothing. */
  invoice(
    subscription: Stripe.Subscription,
    billingReason: Stripe.Invoice.BillingReason,
    charges: readonly Charge[],
    failIfDeclined: boolean,
  ): Stripe.Invoice {
    const customer = this.customer(idOf(subscription.customer), "customer");
    const pending = this.pendingOf(subscription.id);
    const made = invoiceObject({
      id: this.newId("in"),
      number: `KNOCKON-${this.invoices.size + 1}`,
      created: this.now,
      currency: subscription.currency,
      customer: customer.id,
      subscription: subscription.id,
      billingReason,
      charges: [...charges, ...pending.map(asCharge)],
      balance: customer.balance,
    });
    const decline = made.amount_due > 0 ? this.declines.get(customer.id) : undefined;
    if (decline !== undefined && failIfDeclined) throw declined(decline);
    for (const { id } of pending) this.invoiceItems.delete(id);
    this.invoices.set(made.id, made);
    customer.balance = made.ending_balance ?? 0;
    subscription.latest_invoice = made.id;
    if (decline === undefined) this.pay(made);
    else this.emit("invoice.payment_failed", Object.assign(made, { attempted: true, attempt_count: 1 }));
    return made;
  }

  pay(invoice: Stripe.Invoice): void {
    const paid = invoice.amount_due;
    Object.assign(invoice, { status: "paid", amount_paid: paid, amount_remaining: 0, attempted: true });
    invoice.status_transitions.paid_at = this.now;
    this.emit("invoice.paid", invoice);
  }

  /** Pending invoice items of a subscription. */
  pendingOf(subscriptionId: string): Stripe.InvoiceItem[] {
    return [...this.invoiceItems.values()].filter(
      ({ parent }) => parent?.subscription_details?.subscription === subscriptionId,
    );
  }

  addPending(subscription: Stripe.Subscription, charge: Charge): Stripe.InvoiceItem {
    const { currency, customer, id } = subscription;
    const { amount, description } = charge;
    const given = { id: this.newId("ii"), amount, currency, customer, date: this.now, description };
    const item = invoiceItemObject(given, id);
    this.invoiceItems.set(item.id, item);
    return item;
  }

  /** Credits part of a paid invoice. */
  credit(invoice: Stripe.Invoice, amount: number, memo: string | null = null): Stripe.CreditNote {
    const { customer, currency } = invoice;
    if (customer === null) throw new Error("The invoice has no customer.");
    const number = `${invoice.number}-CN-${this.creditNotes.size + 1}`;
    const given = { id: this.newId("cn"), number, amount, created: this.now, currency, customer, memo };
    const note = creditNoteObject({ ...given, invoice: invoice.id });
    this.creditNotes.set(note.id, note);
    this.emit("credit_note.created", note);
    return note;
  }
}

const asCharge = ({ amount, description, proration }: Stripe.InvoiceItem): Charge => ({
  amount,
  proration,
  description: description ?? "",
});
