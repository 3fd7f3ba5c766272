import { execFileSync } from 'node:child_process';
import { createPublicKey } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  catalogue,
  catalogueStatements,
  catalogueUsage,
  type DsseEnvelope,
  type InstanceUsageItem,
  type StatementLine,
  type UsageStatement,
} from '@kushk/contracts';
import { EMPTY_MERKLE_TREE, merkleRoot, preAuthenticationEncoding, withLeaves } from '@kushk/credentials';
import { rebuild } from '@kushk/event-store';
import { sumOfUsage } from '@kushk/manifest';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { CatalogueModule } from '../catalogue.module.js';
import { catalogueStore } from '../store.module.js';
import { itemWith } from '../../test/example-usage.js';
import { CloseDueStatementsWorker } from './close-due-statements/close-due-statements.worker.js';

const publisher_id = 'acme';
/** More than one command adds. */
const INSTALLATIONS = 1_200;
const HOUR_MS = 3_600_000;
const endOf = (month: string) => new Date(month === '2026-10' ? '2026-10-31T20:30:00Z' : '2026-11-30T20:30:00Z');
const after = (month: string, hours: number) => new Date(endOf(month).getTime() + hours * HOUR_MS);
let service: ServiceUnderTest;
let worker: CloseDueStatementsWorker;

beforeAll(async () => {
  service = await startService('catalogue', CatalogueModule);
  worker = service.app.get(CloseDueStatementsWorker);
  for (const id of ['i1', 'i2']) await service.reply(catalogue.registerInstance, { id, name: id, plugin_api: '1.0' });
  for (const id of [publisher_id, 'late']) await addPublisher(id);
});
afterAll(() => service.stop());

/** With a plugin: usage is collected, and so missed, only of a publisher that has one. */
async function addPublisher(id: string): Promise<void> {
  await service.reply(catalogue.addPublisher, { id, name: id });
  await service.reply(catalogue.submitRelease, {
    publisher_id: id,
    manifest: {
      schema: '1',
      id: `ir.${id}.invoices`,
      version: '1.0.0',
      publisher: id,
      kind: 'external',
      plugin_api: '1.0',
      names: { en: 'Invoices', fa: 'فاکتورها' },
      base_url: 'https://plugin.acme.ir',
    },
    requested_tier: '',
    notes: '',
  });
}

const reportOf =
  (publisher_id: string) =>
  async (month: string, instance_id: string, items: readonly InstanceUsageItem[]): Promise<void> => {
    const report = { publisher_id, month, instance_id, as_of: '2026-11-20T09:00:00.000Z' };
    await service.reply(catalogueUsage.recordUsage, { ...report, items });
    const counts = { closed: true, reported: items.length, known_before: 0, regressed: [] };
    await service.reply(catalogueUsage.completeUsage, { ...report, ...counts });
  };
const report = reportOf(publisher_id);

async function statementOf(month: string): Promise<{ envelope: DsseEnvelope; statement: UsageStatement }> {
  const { envelope } = await service.reply(catalogueStatements.get, { publisher_id, month });
  return { envelope, statement: JSON.parse(Buffer.from(envelope.payload, 'base64').toString()) as UsageStatement };
}

async function linesOf(month: string): Promise<string[]> {
  const lines: string[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const page = await service.reply(catalogueStatements.listLines, { publisher_id, month, cursor: cursor ?? null });
    lines.push(...page.items);
    cursor = page.next_cursor;
  }
  return lines;
}

/** Verifies the signature with nothing of ours but the published key. */
function verifyWithOpenssl(envelope: DsseEnvelope, jwk: object): string {
  const folder = mkdtempSync(join(tmpdir(), 'statement-'));
  try {
    const pem = createPublicKey({ key: { ...jwk }, format: 'jwk' }).export({ type: 'spki', format: 'pem' });
    writeFileSync(join(folder, 'key.pem'), pem);
    const payload = Buffer.from(envelope.payload, 'base64');
    writeFileSync(join(folder, 'pae'), preAuthenticationEncoding(envelope.payloadType, payload));
    writeFileSync(join(folder, 'sig'), Buffer.from(envelope.signatures[0]!.sig, 'base64'));
    const args = ['pkeyutl', '-verify', '-pubin', '-inkey', 'key.pem', '-rawin', '-in', 'pae', '-sigfile', 'sig'];
    return execFileSync('openssl', args, { cwd: folder, encoding: 'utf8' });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe('the statements of a publisher', () => {
  const october = Array.from({ length: INSTALLATIONS }, (_, n) =>
    itemWith(1, { alias: `inst_${String(n).padStart(20, '0')}`, mu_consumed: '0.1' }),
  );
  const late = itemWith(1, { alias: 'inst_late', mu_consumed: '7' });
  let first: DsseEnvelope;

  it('wait for an instance that has not closed the month, for three days', async () => {
    await report('2026-10', 'i1', october);
    await worker.closeDue(after('2026-10', 71));
    expect(await service.outcomeCode(catalogueStatements.get, { publisher_id, month: '2026-10' })).toBe(
      'usage.statement_not_found',
    );
    // Two processes make the same statement.
    await Promise.all([worker.closeDue(after('2026-10', 72)), worker.closeDue(after('2026-10', 72))]);
    const { envelope, statement } = await statementOf('2026-10');
    first = envelope;
    expect(statement).toMatchObject({ partial: true, previous: null, totals: { mu_consumed: '120' } });
  });

  it('are signed by the hub over the root of the lines, which openssl verifies', async () => {
    const { keys } = await service.reply(catalogue.signingKeys, {});
    expect(verifyWithOpenssl(first, keys[0]!)).toMatch(/Verified Successfully/);
    const lines = await linesOf('2026-10');
    const { statement } = await statementOf('2026-10');
    expect(statement.tree).toEqual({ leaves: INSTALLATIONS, root: merkleRoot(withLeaves(EMPTY_MERKLE_TREE, lines)) });
    expect(sumOfUsage(lines.map((text) => JSON.parse(text) as StatementLine))).toEqual(statement.totals);
  });

  it('never change: usage that arrives later is an adjustment of the next one', async () => {
    const more = itemWith(2, { alias: october[0]!.alias, mu_consumed: '0.25' });
    await report('2026-10', 'i2', [late]);
    await report('2026-10', 'i1', [more, ...october.slice(1)]);
    for (const instance of ['i1', 'i2'])
      await report('2026-11', instance, [itemWith(1, { alias: `inst_${instance}` })]);
    await worker.closeDue(after('2026-11', 1));
    expect((await statementOf('2026-10')).envelope).toEqual(first);
    const { statement } = await statementOf('2026-11');
    const { items } = await service.reply(catalogueStatements.list, { publisher_id, limit: 50, cursor: null });
    expect(statement).toMatchObject({
      partial: false,
      previous: { month: '2026-10', digest: items[1]!.digest },
      months: [
        { month: '2026-10', lines: 2, totals: { mu_consumed: '7.15' } },
        { month: '2026-11', lines: 2, totals: { mu_consumed: '2' } },
      ],
    });
    expect(items).toMatchObject([
      { month: '2026-11', lines: 4, adjustment_lines: 2, totals: { mu_consumed: '9.15' } },
      { month: '2026-10', lines: INSTALLATIONS, adjustment_lines: 0, partial: true },
    ]);
  });

  it('do not begin with a month while an instance may still report usage of the month before', async () => {
    const months = async () => {
      await worker.closeDue(after('2026-11', 1));
      const page = await service.reply(catalogueStatements.list, { publisher_id: 'late', limit: 50, cursor: null });
      return page.items.map(({ month }) => month);
    };
    const reportLate = reportOf('late');
    for (const instance of ['i1', 'i2']) await reportLate('2026-11', instance, [itemWith(1, { alias: instance })]);
    await reportLate('2026-10', 'i1', []);
    expect(await months()).toEqual([]);
    await reportLate('2026-10', 'i2', [itemWith(1, { alias: 'i2' })]);
    expect(await months()).toEqual(['2026-11', '2026-10']);
  });

  it('equal the views rebuilt from the log', async () => {
    const { differences } = await rebuild({ ...catalogueStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(differences).toEqual([]);
  });
});
