import { NoProcessorError, type Payments } from "@knockon/core/ports/payments";

const refuse = (): Promise<never> => Promise.reject(new NoProcessorError());

/** Used if no payment processor is configured. */
export const noPayments: Payments = {
  isConfigured: false,
  listPrices: refuse,
  createCustomer: refuse,
  findSubscription: refuse,
  closeCheckouts: refuse,
  openCheckout: refuse,
  isCheckoutOpen: refuse,
  openPortal: refuse,
  changePlan: refuse,
  previewPlan: refuse,
  setEnding: refuse,
  waivePendingCharges: refuse,
  findPaymentMethod: refuse,
  listInvoices: refuse,
  listCreditNotes: refuse,
  readNotice: refuse,
};
