/**
 * An invoice that the sample plugin processes in the demo company: it finds the case over MCP, proposes the amount and
 * a calendar event, and brings in the scan. The plugin is a process of its own that uses only the SDK.
 */
import { randomInt } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '@kushk/testing';
import { granted, type Body } from '../parties/client.js';
import { admin, member } from '../parties/parties.js';
import { system } from '../system/the-system.js';

/** A number that no other case contains. */
const number = `1499-${randomInt(1e9, 1e10)}`;
const scan = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n');
const withinMs = 60_000;

const invoice = `<?xml version="1.0" encoding="UTF-8"?>
<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
  xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
  xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
  <cbc:ID>${number}</cbc:ID>
  <cbc:IssueDate>2026-11-01</cbc:IssueDate>
  <cbc:DueDate>2026-12-21</cbc:DueDate>
  <cbc:DocumentCurrencyCode>IRR</cbc:DocumentCurrencyCode>
  <cac:AdditionalDocumentReference>
    <cbc:ID>scan</cbc:ID>
    <cac:Attachment>
      <cbc:EmbeddedDocumentBinaryObject mimeCode="application/pdf" filename="scan.pdf">${scan.toString('base64')}</cbc:EmbeddedDocumentBinaryObject>
    </cac:Attachment>
  </cac:AdditionalDocumentReference>
  <cac:AccountingSupplierParty><cac:Party><cac:PartyName><cbc:Name>فروشندهٔ ${number}</cbc:Name></cac:PartyName></cac:Party></cac:AccountingSupplierParty>
  <cac:AccountingCustomerParty><cac:Party><cac:PartyName><cbc:Name>شرکت بازرگانی سپهر</cbc:Name></cac:PartyName></cac:Party></cac:AccountingCustomerParty>
  <cac:LegalMonetaryTotal><cbc:PayableAmount currencyID="IRR">1250000</cbc:PayableAmount></cac:LegalMonetaryTotal>
  <cac:InvoiceLine>
    <cbc:ID>1</cbc:ID>
    <cbc:InvoicedQuantity unitCode="EA">1</cbc:InvoicedQuantity>
    <cbc:LineExtensionAmount currencyID="IRR">1250000</cbc:LineExtensionAmount>
    <cac:Item><cbc:Name>پوشه</cbc:Name></cac:Item>
  </cac:InvoiceLine>
</Invoice>`;

/** The item of a list that has the number of the invoice, as soon as there is one. */
function listed(path: string): Promise<Body> {
  return eventually(async () => {
    const { items } = granted(await admin.get(path)) as { items: readonly Body[] };
    return items.find((item) => JSON.stringify(item).includes(number));
  }, withinMs);
}

describe('an invoice for the sample plugin', () => {
  let theCase: Body;
  let installationId: string;

  beforeAll(async () => {
    installationId = granted(await admin.get(`/store/${system.samplePlugin.id}`)).installation_id;
    // Persian digits in the case, Latin digits in the invoice: the search treats them alike.
    const inPersian = number.replace(/\d/g, (digit) => '۰۱۲۳۴۵۶۷۸۹'[Number(digit)]!);
    theCase = granted(await admin.post('/cases', { title: `خرید پوشه — فاکتور ${inPersian}` }));
    const submitted = await fetch(`${system.samplePlugin.base_url}/inbox`, {
      method: 'POST',
      headers: { 'content-type': 'application/xml' },
      body: invoice,
    });
    expect(submitted.status).toBe(202);
  });

  it('leads to a proposal of the amount for the case that contains its number', async () => {
    const proposal = await listed('/proposals?status=pending&limit=200');
    expect(proposal).toMatchObject({
      installation_id: installationId,
      record_type: 'case',
      record_id: theCase.id,
      changes: { amount: '1250000' },
    });
    granted(await member.post(`/proposals/${proposal.id}/apply`));
    expect(granted(await member.get(`/cases/${theCase.id}`)).amount).toBe('1250000');
  });

  it('leads to a calendar event on the due date, which a rule applies without a person', async () => {
    const event = await listed('/calendar?from=2026-12-21T00:00:00Z&to=2026-12-22T00:00:00Z&limit=200');
    expect(event.case_id).toBe(theCase.id);
    expect([event.starts_at, event.ends_at].map((time: string) => Date.parse(time))).toEqual([
      Date.parse('2026-12-21T09:00:00+03:30'),
      Date.parse('2026-12-21T09:30:00+03:30'),
    ]);
    const { items } = granted(await admin.get('/proposals?status=applied&limit=200')) as { items: readonly Body[] };
    expect(items.find(({ record_id }) => record_id === event.id)).toMatchObject({
      installation_id: installationId,
      record_type: 'calendar_event',
      settled_by: 'rule',
    });
  });

  it('brings in its scan, which a person accepts as a document of the case', async () => {
    const source = await listed('/sources?status=pending&limit=200');
    expect(source).toMatchObject({
      installation_id: installationId,
      kind: 'document',
      content_type: 'application/pdf',
      size: scan.length,
    });
    const accepted = granted(
      await member.post(`/sources/${source.id}/accept`, { case_id: theCase.id, member_ids: null }),
    );
    expect(accepted.status).toBe('accepted');
    expect(granted(await member.get(`/documents?case_id=${theCase.id}`)).items).toMatchObject([
      { id: accepted.record_id, case_id: theCase.id },
    ]);
  });

  it('has the outcomes of all three, which the plugin received as events', async () => {
    const outcomes = await eventually(async () => {
      const { content } = granted(
        await member.post(`/installations/${installationId}/tools/find_invoice`, { arguments: { number } }),
      );
      const [found] = content.invoices as readonly Body[];
      const { case_id, proposal, due_event, scan: scanned } = found;
      return proposal === 'applied' && scanned === 'accepted' && { case_id, due_event };
    }, withinMs);
    expect(outcomes).toEqual({ case_id: theCase.id, due_event: 'applied' });
  });
});

describe('the demo company', () => {
  it('has 12 people with roles, and hides what they do not take part in', async () => {
    const { items: people } = granted(await member.get('/people?limit=200')) as { items: readonly Body[] };
    const names = people.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['مریم رضایی', 'نرگس کاظمی', 'حسین نوری', 'پریسا یوسفی']));
    expect(people.length).toBeGreaterThanOrEqual(12);
    const titles = async (client: typeof member, path: string): Promise<readonly string[]> =>
      (granted(await client.get(path)).items as readonly Body[]).map(({ title }) => title);
    const [ofAdmin, ofMember] = [
      await titles(admin, `/search?q=${encodeURIComponent('پاداش')}`),
      await titles(member, `/search?q=${encodeURIComponent('پاداش')}`),
    ];
    expect(ofAdmin).toContain('پاداش سه‌ماههٔ دوم');
    expect(ofMember).not.toContain('پاداش سه‌ماههٔ دوم');
    expect(await titles(member, `/search?q=${encodeURIComponent('آسانسور کاوه')}`)).toContain(
      'قرارداد ۷۷ — سرویس و نگهداری آسانسور',
    );
  });
});
