import { describe, expect, it } from '@jest/globals';
import type { Broker } from '@kushk/broker';
import { catalogue, catalogueUsage, type RequestType } from '@kushk/contracts';
import { CloseMonthsWorker } from './close-months.worker.js';

const NOVEMBER = new Date('2026-11-20T00:00:00Z');

/** A catalogue without instances, in which every month is final, except that it fails for one publisher. */
function brokerFailingFor(publisher: string) {
  const requested: string[] = [];
  const failing = new Set([publisher]);
  const request = async (type: RequestType<unknown, unknown>, message: { publisher_id: string; month: string }) => {
    const accepted = (reply: unknown) => ({ accepted: true, reply, replayed: false });
    if (type === catalogue.listPublishers) return accepted({ items: ['a', 'b', 'c'].map((id) => ({ id, name: id })) });
    if (type === catalogue.listPlugins) return accepted({ items: [{ id: 'p' }], next_cursor: null });
    if (type !== catalogueUsage.usageStatus) throw new Error('unexpected request');
    requested.push(`${message.publisher_id} ${message.month}`);
    if (failing.has(message.publisher_id)) throw new Error('the catalogue failed');
    return accepted({ instances: [] });
  };
  return { broker: { request } as unknown as Broker, requested, failing };
}

describe('closing months', () => {
  it('collects the oldest month first: statements begin with the first month of which usage is stored', async () => {
    const { broker, requested } = brokerFailingFor('none');
    await new CloseMonthsWorker(broker).close(NOVEMBER);
    const ofFirst = requested.filter((one) => one.startsWith('a '));
    expect([...new Set(ofFirst)]).toEqual(['a 2026-08', 'a 2026-09', 'a 2026-10']);
  });

  it('closes the months of every other publisher when one fails, and retries that one', async () => {
    const { broker, requested, failing } = brokerFailingFor('b');
    const worker = new CloseMonthsWorker(broker);
    await worker.close(NOVEMBER);
    expect(new Set(requested.filter((one) => one.endsWith('2026-10')))).toEqual(
      new Set(['a 2026-10', 'b 2026-10', 'c 2026-10']),
    );
    failing.clear();
    requested.length = 0;
    await worker.close(NOVEMBER);
    expect(new Set(requested)).toEqual(new Set(['b 2026-10', 'b 2026-09', 'b 2026-08']));
    requested.length = 0;
    await worker.close(NOVEMBER);
    expect(requested).toEqual([]);
  });
});
