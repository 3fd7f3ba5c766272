/** An invoice or credit note as the plugin stores it in the `data` of its record type `invoice`. */
import type { JsonObject } from '@kushk/plugin-sdk';

/** Amounts are canonical decimal strings in `currency`, dates are `YYYY-MM-DD`, and digits are ASCII. */
export type Invoice = JsonObject & {
  readonly kind: 'invoice' | 'credit_note';
  readonly number: string;
  readonly issued_on: string | null;
  readonly due_on: string | null;
  readonly currency: string | null;
  readonly supplier: Party;
  readonly customer: Party;
  readonly order_reference: string | null;
  readonly buyer_reference: string | null;
  /** The number of the invoice that a credit note corrects; null for an invoice. */
  readonly corrects: string | null;
  readonly lines: readonly InvoiceLine[];
  readonly tax: string | null;
  /** The amount to pay; for a credit note, the amount to refund. */
  readonly payable: string;
  readonly notes: readonly string[];
  readonly attachments: readonly Attachment[];
  readonly pages: number;
  /** Remarks for a person to check, for example that the sum of the lines differs from the total. */
  readonly remarks: readonly string[];
};
export type Party = JsonObject & { readonly name: string | null; readonly id: string | null };
export type InvoiceLine = JsonObject & {
  readonly id: string | null;
  readonly name: string | null;
  readonly quantity: string | null;
  readonly unit: string | null;
  readonly amount: string;
};
export type Attachment = JsonObject & {
  readonly name: string | null;
  readonly media_type: string | null;
  readonly bytes: number;
  readonly pages: number;
};

/** Thrown when the file is XML but not an invoice that this plugin accepts. */
export class UnreadableInvoice extends Error {
  override readonly name = 'UnreadableInvoice';
}
