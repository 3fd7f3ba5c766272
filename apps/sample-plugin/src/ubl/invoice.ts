/** An invoice or credit note as this plugin keeps it: the `data` of its record type `invoice`. */
import type { JsonObject } from '@kushk/plugin-sdk';

/** Amounts are canonical decimal texts in `currency`; dates `YYYY-MM-DD`; digits are ASCII throughout numbers and amounts. */
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
  /** Of a credit note: the number of the invoice that it corrects. */
  readonly corrects: string | null;
  readonly lines: readonly InvoiceLine[];
  readonly tax: string | null;
  /** What is to be paid; of a credit note, what is given back. */
  readonly payable: string;
  readonly notes: readonly string[];
  readonly attachments: readonly Attachment[];
  readonly pages: number;
  /** What a person should look at, e.g. lines that do not add up. */
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

/** It is XML, but no invoice that this plugin reads. */
export class UnreadableInvoice extends Error {
  override readonly name = 'UnreadableInvoice';
}
