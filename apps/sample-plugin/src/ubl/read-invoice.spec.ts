import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { UnreadableInvoice, type Invoice } from './invoice.js';
import { maxPages } from './pages.js';
import { readInvoice } from './read-invoice.js';
import { UnreadableXml } from './xml-tree.js';

const textOf = (name: string): string => readFileSync(new URL(`../../invoices/${name}.xml`, import.meta.url), 'utf8');
const read = (name: string): Invoice => readInvoice(textOf(name));

describe('readInvoice', () => {
  it('reads Persian digits and thousands separators, a default namespace, and thirty lines on two pages (office-paper)', () => {
    const invoice = read('office-paper');
    expect(invoice).toMatchObject({
      kind: 'invoice',
      number: '1405-1024',
      issued_on: '2026-11-05',
      due_on: '2026-12-15',
      currency: 'IRR',
      order_reference: 'PO-881',
      supplier: { name: 'پخش نوین', id: '10103456789' },
      customer: { name: 'شرکت بازرگانی سپهر', id: null },
      tax: '47336800',
      payable: '520704800',
      pages: 2,
      remarks: [],
      notes: ['سفارش سه‌ماههٔ پاییز؛ تحویل در انبار مرکزی.', 'مهلت بازگشت کالا ده روز است.'],
    });
    expect(invoice.lines).toHaveLength(30);
    expect(invoice.lines[0]).toEqual({
      id: '1',
      name: 'کاغذ A4 هشتاد گرمی',
      quantity: '40',
      unit: 'RM',
      amount: '74000000',
    });
  });

  it('reads unusual namespace prefixes and an invoice with few optional parts (warehouse-rent)', () => {
    expect(read('warehouse-rent')).toEqual({
      kind: 'invoice',
      number: '1405-1107',
      issued_on: '2026-11-01',
      due_on: null,
      currency: 'IRR',
      supplier: { name: 'انبارداري شهريار', id: null },
      customer: { name: null, id: null },
      order_reference: null,
      buyer_reference: null,
      corrects: null,
      lines: [{ id: '1', name: 'اجارهٔ آبان ماه، سوله ۱۲', quantity: null, unit: null, amount: '850000000' }],
      tax: null,
      payable: '850000000',
      notes: [],
      attachments: [],
      pages: 1,
      remarks: [],
    });
  });

  it('reads Arabic digits and separators, changing default namespaces, and a byte order mark (elevator-service)', () => {
    expect(read('elevator-service')).toMatchObject({
      number: '1405-0988',
      issued_on: '2026-10-28',
      due_on: '2026-12-01',
      buyer_reference: 'قرارداد 77',
      supplier: { name: 'آسانسور كاوه', id: '41112233445' },
      payable: '180000000',
      tax: null,
      remarks: [],
      lines: [
        { quantity: '12', unit: 'MON' },
        { quantity: '0.5', amount: '42000000' },
      ],
    });
  });

  it('reads embedded documents, two tax totals and a prepayment, and ignores a foreign extension (freight)', () => {
    const invoice = read('freight');
    expect(invoice).toMatchObject({
      number: '1405-1131',
      tax: '24150000',
      payable: '184150000',
      pages: 3,
      lines: [{ quantity: '1.24' }, { quantity: '0.98' }],
    });
    expect(invoice.attachments).toEqual([
      { name: 'waybill-7741.pdf', media_type: 'application/pdf', bytes: expect.any(Number), pages: 2 },
      { name: 'weights.csv', media_type: 'text/csv', bytes: 31, pages: 0 },
    ]);
    expect(maxPages(textOf('freight'))).toBeGreaterThan(invoice.pages);
  });

  it('reads cents, entities, CDATA and a comment inside a name, and adds a remark about a wrong sum (network-equipment)', () => {
    expect(read('network-equipment')).toMatchObject({
      number: 'INV-2026-0417',
      issued_on: '2026-11-10',
      currency: 'EUR',
      supplier: { name: 'Brandt & Söhne Netztechnik GmbH', id: 'DE 811 907 980' },
      notes: ['Rack & cable <priority> delivery'],
      payable: '4839.3',
      tax: '0',
      lines: [
        { name: 'Switch 48 ports, 10" rack', amount: '3999.6' },
        { name: 'Cable Cat 7  S/FTP', quantity: '1220' },
      ],
      remarks: ['The lines add up to 4839.3, but their stated total is 4839.31.'],
    });
  });

  it('reads the refunded amount and the corrected invoice of a credit note (freight-credit-note)', () => {
    expect(read('freight-credit-note')).toMatchObject({
      kind: 'credit_note',
      number: '1405-1131-ب',
      corrects: '1405-1131',
      payable: '9000000',
      lines: [{ quantity: '1' }],
    });
  });

  it('reports the unclosed elements of a truncated file', () => {
    expect(() => read('cut-off')).toThrow(UnreadableXml);
    expect(() => read('cut-off')).toThrow('not well-formed: it ends inside ubl:Invoice, a:LegalMonetaryTotal, b:Pa');
  });
});

describe('an invalid invoice file', () => {
  const rent = textOf('warehouse-rent');
  const depth = 100;
  it.each<[string, string, RegExp]>([
    ['nothing', '', /not well-formed|root/],
    ['HTML', '<html><body>hello</body></html>', /a UBL 2.1 Invoice/],
    ['an invoice without a namespace', '<Invoice><ID>1</ID></Invoice>', /no namespace/],
    ['an order', rent.replaceAll('Invoice-2', 'Order-2').replaceAll('ubl:Invoice', 'ubl:Order'), /<Order>/],
    [
      'a document type',
      rent
        .replace('<ubl:Invoice', '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]><ubl:Invoice')
        .replace('1405-1107', '&b;'),
      /document type/,
    ],
    ['an external entity', `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${rent}`, /document type/],
    ['an undeclared prefix', rent.replace('<b:ID>1405-1107</b:ID>', '<z:ID>1405-1107</z:ID>'), /prefix z/],
    ['no number', rent.replace('<b:ID>1405-1107</b:ID>', ''), /cbc:ID is missing/],
    ['an empty number', rent.replace('1405-1107', ' '), /cbc:ID is missing/],
    ['no amount', rent.replace(/<b:PayableAmount.*?<\/b:PayableAmount>/, ''), /PayableAmount is missing/],
    ['an amount in words', rent.replace('>850000000</b:Pay', '>هشتصد میلیون</b:Pay'), /not a decimal number/],
    ['an amount with an exponent', rent.replace('>850000000</b:Pay', '>8.5e8</b:Pay'), /not a decimal number/],
    [
      'an amount with thousands in the wrong place',
      rent.replace('>850000000</b:Pay', '>85,00</b:Pay'),
      /not a decimal number/,
    ],
    ['a date of another calendar', rent.replace('2026-11-01', '1405/08/10'), /not a date/],
    [
      'an embedded document that is not base64',
      textOf('freight').replace(/(filename="weights.csv">)[^<]*/, '$1*not base64*'),
      /base64/,
    ],
    [
      'elements a hundred deep',
      rent.replace('<b:ID>1</b:ID>', `${'<a:X>'.repeat(depth)}${'</a:X>'.repeat(depth)}`),
      /./,
    ],
  ])('with %s is rejected with a reason', (_title, source, message) => {
    let error: unknown;
    try {
      readInvoice(source);
    } catch (reason) {
      error = reason;
    }
    expect(error instanceof UnreadableXml || error instanceof UnreadableInvoice).toBe(true);
    expect((error as Error).message).toMatch(message);
  });
});

describe('readInvoice with hostile input', () => {
  const rent = textOf('warehouse-rent');

  it('ignores elements of another namespace', () => {
    const foreign = rent
      .replace('<b:ID>1405-1107', '<x:ID xmlns:x="urn:x">9</x:ID><b:ID>1405-1107')
      .replaceAll('<b:PayableAmount', '<PayableAmount>1</PayableAmount><b:PayableAmount');
    expect(readInvoice(foreign)).toMatchObject({ number: '1405-1107', payable: '850000000' });
  });

  it('keeps an unknown entity unchanged and expands no entity twice', () => {
    expect(readInvoice(rent.replace('اجارهٔ آبان ماه، سوله ۱۲', '&nbsp;&amp;lt;&#0;')).lines[0]?.name).toBe(
      '&nbsp;&lt;&#0;',
    );
  });

  it('treats element names such as __proto__ as ordinary names', () => {
    const withReservedNames = rent.replace(
      '<b:ID>1</b:ID>',
      '<a:__proto__><b:ID>9</b:ID></a:__proto__><a:constructor/><b:ID>1</b:ID>',
    );
    expect(() => readInvoice(withReservedNames)).not.toThrow(TypeError);
    expect(({} as Record<string, unknown>)['b:ID']).toBeUndefined();
  });
});
