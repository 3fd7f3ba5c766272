import { describe, expect, it } from '@jest/globals';
import {
  catalogue,
  catalogueUsage,
  type instanceGateway,
  type InstanceUsageItem,
  type RequestOf,
  type RequestType,
  type UsageStatus,
} from '@kushk/contracts';
import type { SendRequest } from '../http/route.js';
import { collectUsage } from './collect-usage.js';

const now = new Date('2026-11-20T00:00:00Z');
const query = { publisherId: 'acme', month: '2026-11', now, collectUntilMs: Infinity };
const LARGEST_MESSAGE_BYTES = 1024 * 1024;

function itemOf(index: number): InstanceUsageItem {
  return {
    plugin_id: 'a',
    alias: `inst_${String(index).padStart(20, '0')}`,
    sequence: 1,
    mu_consumed: '0.1',
    mu_purchased: '0',
    mu_gifted: '50',
    mu_reversed: '0',
    mu_revoked: '0',
    proposals_applied: 2,
    proposals_rejected: 1,
    services: [{ service: 'ocr.page', count: 3, mu: '0.1' }],
  };
}

/** A fleet whose instances report `installations` in pages of 200, and a catalogue that counts what it records. */
function fleetOf(installations: Readonly<Record<string, number>>, failing: { instance?: string; page?: number } = {}) {
  const recorded = new Map<string, number>();
  const completed: RequestOf<typeof catalogueUsage.completeUsage>[] = [];
  let largestBytes = 0;
  const handle = (type: RequestType<unknown, unknown>, request: never, scope: string): unknown => {
    if (type === catalogue.listPlugins) return { items: [{ id: 'a' }], next_cursor: null };
    if (type === catalogueUsage.usageStatus)
      return {
        instances: Object.keys(installations).map((instance_id): UsageStatus => ({
          instance_id,
          registered: true,
          closed: false,
          installations: recorded.get(instance_id) ?? 0,
        })),
      };
    if (type === catalogueUsage.recordUsage) {
      const { instance_id, items } = request as RequestOf<typeof catalogueUsage.recordUsage>;
      recorded.set(instance_id, (recorded.get(instance_id) ?? 0) + items.length);
      return { regressed: [] };
    }
    if (type === catalogueUsage.completeUsage) {
      completed.push(request);
      return { accepted: true };
    }
    const { cursor } = request as RequestOf<typeof instanceGateway.monthlyUsage>;
    const start = Number(cursor ?? 0);
    if (scope === failing.instance && start / 200 === failing.page) throw new Error('no response');
    const end = Math.min(installations[scope]!, start + 200);
    const items = Array.from({ length: end - start }, (_, index) => itemOf(start + index));
    return {
      items,
      as_of: now.toISOString(),
      closed: false,
      next_cursor: end < installations[scope]! ? `${end}` : null,
    };
  };
  const send = (async (type: RequestType<unknown, unknown>, request: never, options?: { scope?: string }) => {
    const reply = handle(type, request, options?.scope ?? '');
    largestBytes = Math.max(largestBytes, JSON.stringify(request).length, JSON.stringify(reply).length);
    return { reply, replayed: false };
  }) as SendRequest;
  return { send, recorded, completed, largestBytes: () => largestBytes };
}

describe('collecting usage', () => {
  it('takes 22,000 installations of each instance in messages that stay small', async () => {
    const fleet = fleetOf({ i1: 22_000, i2: 22_000 });
    expect(await collectUsage(query, fleet.send)).toMatchObject({ partial: false, pluginIds: ['a'] });
    expect(Object.fromEntries(fleet.recorded)).toEqual({ i1: 22_000, i2: 22_000 });
    expect(fleet.completed.map(({ reported }) => reported)).toEqual([22_000, 22_000]);
    expect(fleet.largestBytes()).toBeLessThan(LARGEST_MESSAGE_BYTES);
  });

  it('keeps the pages of an instance that stops responding, and marks the usage as partial', async () => {
    const fleet = fleetOf({ i1: 1_000, i2: 1_000 }, { instance: 'i2', page: 3 });
    expect(await collectUsage(query, fleet.send)).toMatchObject({ partial: true });
    expect(Object.fromEntries(fleet.recorded)).toEqual({ i1: 1_000, i2: 600 });
    expect(fleet.completed.map(({ instance_id }) => instance_id)).toEqual(['i1']);
  });

  it('requests no page after its time is over', async () => {
    const fleet = fleetOf({ i1: 1_000 });
    expect(await collectUsage({ ...query, collectUntilMs: 0 }, fleet.send)).toMatchObject({ partial: true });
    expect(fleet.recorded.size).toBe(0);
  });
});
