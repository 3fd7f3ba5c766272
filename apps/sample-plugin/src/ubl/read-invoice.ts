/** Reads OASIS UBL 2.1 invoices and credit notes. */
import { add, equal, formatDecimal, parseDecimal, ZERO, type Decimal } from './decimal.js';
import { UnreadableInvoice, type Attachment, type Invoice, type InvoiceLine, type Party } from './invoice.js';
import { pagesOfLines, pagesOfPdf } from './pages.js';
import { asciiDigits } from './text.js';
import { parseXml, type XmlElement } from './xml-tree.js';

const BASIC = 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2';
const AGGREGATE = 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2';
const KINDS: Readonly<
  Record<string, { readonly kind: Invoice['kind']; readonly line: string; readonly quantity: string }>
> = {
  'urn:oasis:names:specification:ubl:schema:xsd:Invoice-2 Invoice': {
    kind: 'invoice',
    line: 'InvoiceLine',
    quantity: 'InvoicedQuantity',
  },
  'urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2 CreditNote': {
    kind: 'credit_note',
    line: 'CreditNoteLine',
    quantity: 'CreditedQuantity',
  },
};
const MAX_LINES = 5_000;
const SCAN_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const;

export interface Scan {
  readonly name: string | null;
  readonly mediaType: (typeof SCAN_TYPES)[number];
  readonly bytes: Buffer;
}

/** Parses an invoice. Throws `UnreadableXml` or `UnreadableInvoice` with a message that describes the problem. */
export function readInvoice(source: string): Invoice {
  const root = parseXml(source);
  const form = KINDS[`${root.namespace} ${root.name}`];
  if (form === undefined)
    throw new UnreadableInvoice(
      `a UBL 2.1 Invoice or CreditNote was expected, but it is <${root.name}> in ${root.namespace || 'no namespace'}`,
    );
  const totals = part(root, 'LegalMonetaryTotal');
  const lineElements = parts(root, form.line);
  if (lineElements.length > MAX_LINES) throw new UnreadableInvoice(`more than ${MAX_LINES} lines`);
  const lines = lineElements.map((line) => readLine(line, form.quantity));
  const attachments = parts(root, 'AdditionalDocumentReference').flatMap(readAttachments);
  return {
    kind: form.kind,
    number: asciiDigits(required(value(root, 'ID'), 'cbc:ID')),
    issued_on: date(value(root, 'IssueDate')),
    due_on: date(value(root, 'DueDate') ?? value(part(root, 'PaymentMeans'), 'PaymentDueDate')),
    currency:
      value(root, 'DocumentCurrencyCode') ??
      (totals && basic(totals, 'PayableAmount')?.attributes['currencyID']) ??
      null,
    supplier: readParty(part(root, 'AccountingSupplierParty')),
    customer: readParty(part(root, 'AccountingCustomerParty')),
    order_reference: digits(value(part(root, 'OrderReference'), 'ID')),
    buyer_reference: digits(value(root, 'BuyerReference')),
    corrects: digits(value(part(part(root, 'BillingReference'), 'InvoiceDocumentReference'), 'ID')),
    lines,
    tax: sumOf(parts(root, 'TaxTotal').map((total) => value(total, 'TaxAmount'))),
    payable: amount(required(value(totals, 'PayableAmount'), 'cbc:PayableAmount')),
    notes: root.children
      .filter((child) => child.namespace === BASIC && child.name === 'Note' && child.text !== '')
      .map((child) => child.text),
    attachments,
    pages: pagesOfLines(lines.length) + attachments.reduce((pages, attachment) => pages + attachment.pages, 0),
    remarks: remarksOn(lines, value(totals, 'LineExtensionAmount')),
  };
}

function readLine(line: XmlElement, quantityName: string): InvoiceLine {
  const quantity = basic(line, quantityName);
  return {
    id: digits(value(line, 'ID')),
    name: value(part(line, 'Item'), 'Name') ?? value(part(line, 'Item'), 'Description'),
    quantity: quantity === null ? null : amount(quantity.text),
    unit: quantity?.attributes['unitCode'] ?? null,
    amount: amount(required(value(line, 'LineExtensionAmount'), 'cbc:LineExtensionAmount of a line')),
  };
}

function readParty(holder: XmlElement | null): Party {
  const party = part(holder, 'Party');
  const legal = part(party, 'PartyLegalEntity');
  return {
    name: value(part(party, 'PartyName'), 'Name') ?? value(legal, 'RegistrationName'),
    id: digits(
      value(part(party, 'PartyTaxScheme'), 'CompanyID') ??
        value(legal, 'CompanyID') ??
        value(part(party, 'PartyIdentification'), 'ID'),
    ),
  };
}

/**
 * Returns the first PDF, PNG or JPEG that an invoice embeds, which is usually its scan; null when there is none. Throws
 * as `readInvoice` does.
 */
export function readScan(source: string): Scan | null {
  const references = parts(parseXml(source), 'AdditionalDocumentReference');
  for (const reference of references) {
    const embedded = readEmbedded(reference);
    const mediaType = SCAN_TYPES.find((type) => type === embedded?.mediaType);
    if (embedded !== null && mediaType !== undefined) return { ...embedded, mediaType };
  }
  return null;
}

function readAttachments(reference: XmlElement): Attachment[] {
  const embedded = readEmbedded(reference);
  if (embedded === null) return [];
  const { name, mediaType, bytes } = embedded;
  const pages = mediaType === 'application/pdf' ? pagesOfPdf(bytes) : 0;
  return [{ name, media_type: mediaType, bytes: bytes.length, pages }];
}

interface Embedded {
  readonly name: string | null;
  readonly mediaType: string | null;
  readonly bytes: Buffer;
}

function readEmbedded(reference: XmlElement): Embedded | null {
  const embedded = basic(part(reference, 'Attachment'), 'EmbeddedDocumentBinaryObject');
  if (embedded === null) return null;
  const base64 = embedded.text.replace(/\s+/g, '');
  const bytes = Buffer.from(base64, 'base64');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || bytes.length === 0)
    throw new UnreadableInvoice('an embedded document is not base64');
  const { mimeCode: mediaType = null, filename: name = value(reference, 'ID') } = embedded.attributes;
  return { name, mediaType, bytes };
}

/** Senders make rounding errors. The plugin keeps the stated amount and adds a remark for the person who checks it. */
function remarksOn(lines: readonly InvoiceLine[], stated: string | null): string[] {
  const sum = lines.reduce<Decimal>((total, line) => add(total, parseDecimal(line.amount) ?? ZERO), ZERO);
  const total = stated === null ? null : parseDecimal(stated);
  if (lines.length === 0) return ['There are no lines.'];
  return total === null || equal(total, sum)
    ? []
    : [`The lines add up to ${formatDecimal(sum)}, but their stated total is ${formatDecimal(total)}.`];
}

function sumOf(texts: readonly (string | null)[]): string | null {
  const present = texts.filter((text) => text !== null);
  return present.length === 0 ? null : formatDecimal(present.map(decimal).reduce(add, ZERO));
}

function amount(text: string): string {
  return formatDecimal(decimal(text));
}

function decimal(text: string): Decimal {
  const read = parseDecimal(text);
  if (read === null) throw new UnreadableInvoice(`not a decimal number: ${text.slice(0, 40)}`);
  return read;
}

function date(text: string | null): string | null {
  if (text === null) return null;
  const plain = asciiDigits(text).slice(0, 10);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(plain) || Number.isNaN(Date.parse(plain)))
    throw new UnreadableInvoice(`not a date: ${text.slice(0, 40)}`);
  return plain;
}

function digits(text: string | null): string | null {
  return text === null ? null : asciiDigits(text);
}

function required(text: string | null, name: string): string {
  if (text === null) throw new UnreadableInvoice(`${name} is missing`);
  return text;
}

function parts(element: XmlElement | null, name: string): readonly XmlElement[] {
  return element?.children.filter((child) => child.namespace === AGGREGATE && child.name === name) ?? [];
}

function part(element: XmlElement | null, name: string): XmlElement | null {
  return parts(element, name)[0] ?? null;
}

function basic(element: XmlElement | null, name: string): XmlElement | null {
  return element?.children.find((child) => child.namespace === BASIC && child.name === name) ?? null;
}

/** Returns the text of a basic UBL component, or null when the component is absent or empty. */
function value(element: XmlElement | null, name: string): string | null {
  return basic(element, name)?.text || null;
}
