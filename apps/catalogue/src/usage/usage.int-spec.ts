import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { catalogue, catalogueUsage, USAGE_PAGE_BYTES, type InstanceUsageItem } from '@kushk/contracts';
import { rebuild } from '@kushk/event-store';
import { startService, type ServiceUnderTest } from '@kushk/testing';
import { CatalogueModule } from '../catalogue.module.js';
import { catalogueStore } from '../store.module.js';
import { itemWith } from '../../test/example-usage.js';

const target = { publisher_id: 'acme', month: '2026-10' };
const INSTALLATIONS = 1_000;
const PAGE = 200;
const as_of = '2026-11-20T09:00:00.000Z';
let service: ServiceUnderTest;

beforeAll(async () => {
  service = await startService('catalogue', CatalogueModule);
  for (const id of ['i1', 'i2']) await service.reply(catalogue.registerInstance, { id, name: id, plugin_api: '1.0' });
});
afterAll(() => service.stop());

function itemOf(instance: string, index: number, sequence = 1): InstanceUsageItem {
  const alias = `inst_${instance}${String(index).padStart(18, '0')}`;
  return itemWith(sequence, { alias, plugin_id: index % 2 === 0 ? 'ir.acme.even' : 'ir.acme.odd', mu_consumed: '0.1' });
}

async function report(instance_id: string, count: number, sequence = 1) {
  const { instances } = await service.reply(catalogueUsage.usageStatus, target);
  const regressed: string[] = [];
  for (let start = 0; start < count; start += PAGE) {
    const items = Array.from({ length: Math.min(PAGE, count - start) }, (_, index) =>
      itemOf(instance_id, start + index, sequence),
    );
    const reply = await service.reply(catalogueUsage.recordUsage, { ...target, instance_id, as_of, items });
    regressed.push(...reply.regressed);
  }
  const known_before = instances.find((one) => one.instance_id === instance_id)!.installations;
  return await service.reply(catalogueUsage.completeUsage, {
    ...target,
    instance_id,
    as_of,
    closed: true,
    reported: count,
    known_before,
    regressed,
  });
}

describe('the stored usage of thousands of installations', () => {
  it('has exact totals, and lists every installation once in pages of bounded size', async () => {
    for (const instance of ['i1', 'i2']) expect(await report(instance, INSTALLATIONS)).toEqual({ accepted: true });
    const { plugins } = await service.reply(catalogueUsage.usageTotals, target);
    expect(plugins).toMatchObject([
      { plugin_id: 'ir.acme.even', mu_consumed: '100', mu_gifted: '50000', proposals_applied: 1_000 },
      { plugin_id: 'ir.acme.odd', mu_consumed: '100' },
    ]);
    const items: InstanceUsageItem[] = [];
    let pages = 0;
    for (let cursor: string | null | undefined; cursor !== null; pages += 1) {
      const page = await service.reply(catalogueUsage.listUsage, { ...target, cursor: cursor ?? null });
      expect(JSON.stringify(page).length).toBeLessThan(USAGE_PAGE_BYTES * 1.1);
      items.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(pages).toBeGreaterThan(1);
    const places = items.map(({ plugin_id, alias }) => `${plugin_id} ${alias}`);
    expect(places).toEqual([...places].sort());
    expect(new Set(places).size).toBe(2 * INSTALLATIONS);
  });

  it('is listed for one plugin in pages of a chosen length, and totalled by month', async () => {
    const ofPlugin = { ...target, plugin_id: 'ir.acme.odd', limit: 400 };
    const lengths: number[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await service.reply(catalogueUsage.listUsage, { ...ofPlugin, cursor: cursor ?? null });
      expect(page.items.every(({ plugin_id }) => plugin_id === 'ir.acme.odd')).toBe(true);
      lengths.push(page.items.length);
      cursor = page.next_cursor;
    }
    expect(lengths).toEqual([400, 400, 200]);
    const { months } = await service.reply(catalogueUsage.usageOfMonths, {
      publisher_id: 'acme',
      plugin_id: null,
      months: ['2026-09', '2026-10'],
    });
    expect(months).toMatchObject([
      { month: '2026-09', mu_consumed: '0', proposals_applied: 0 },
      { month: '2026-10', mu_consumed: '200' },
    ]);
  });

  it('keeps its figures when an instance restored from a backup reports less', async () => {
    expect(await report('i2', INSTALLATIONS - 1)).toEqual({ accepted: false });
    expect(await report('i2', INSTALLATIONS)).toEqual({ accepted: true });
    expect((await service.reply(catalogueUsage.usageStatus, target)).instances).toEqual([
      { instance_id: 'i1', registered: true, closed: true, installations: INSTALLATIONS },
      { instance_id: 'i2', registered: true, closed: true, installations: INSTALLATIONS },
    ]);
  });

  it('does not count an alias that another instance has reported', async () => {
    const { alias } = itemOf('i1', 0);
    const items = [{ ...itemOf('i2', 0, 9), alias }];
    const reply = await service.reply(catalogueUsage.recordUsage, { ...target, instance_id: 'i2', as_of, items });
    expect(reply.regressed).toEqual([alias]);
    expect(await report('i2', INSTALLATIONS)).toEqual({ accepted: true });
  });

  it('is totalled by publisher for settlement', async () => {
    await service.reply(catalogue.addPublisher, { id: 'acme', name: 'Acme' });
    await service.reply(catalogue.addPublisher, { id: 'beta', name: 'Beta' });
    const { items, next_cursor } = await service.reply(catalogueUsage.listSettlementUsage, {
      month: target.month,
      cursor: null,
    });
    expect([next_cursor, items]).toMatchObject([
      null,
      [
        { publisher_id: 'acme', name: 'Acme', plugins: [{ mu_consumed: '100' }, { mu_consumed: '100' }] },
        { publisher_id: 'beta', open_instances: 0, plugins: [] },
      ],
    ]);
  });

  it('equals the views rebuilt from the log', async () => {
    const { differences } = await rebuild({ ...catalogueStore, databaseUrl: service.databaseUrl, mode: 'compare' });
    expect(differences).toEqual([]);
  });
});
