import { describe, expect, it } from '@jest/globals';
import type { TitledInstallation } from '@kushk/contracts';
import type { DevNotes } from './dev-notes.js';
import { RemovalWatch } from './removal-watch.js';

describe('a removed installation', () => {
  it('is reported once, with what still waits for a decision, and what follows it once', async () => {
    const notes: string[] = [];
    let next: { installation_id: string } | null = null;
    const waiting = [{ installation_id: 'ins_1', created_at: '' }] as never[];
    const client = {
      findInstallation: () => Promise.resolve(next as TitledInstallation | null),
      proposals: () => Promise.resolve(waiting),
      sources: () => Promise.resolve([]),
    };
    const watch = new RemovalWatch(client, {
      left: (id: string, { length }: readonly unknown[]) => notes.push(`left ${id} ${length}`),
      removedInstallation: (id: string) => notes.push(`removed ${id}`),
      nextInstallation: (id: string) => notes.push(`next ${id}`),
    } as unknown as DevNotes);
    const removed = { installation_id: 'ins_1', plugin_id: 'ir.a.b' } as TitledInstallation;
    const found = [await watch.findNext(removed), await watch.findNext(removed)];
    next = { installation_id: 'ins_2' };
    found.push(await watch.findNext(removed), await watch.findNext(removed));
    expect(found).toEqual([null, null, 'ins_2', null]);
    expect(notes).toEqual(['left ins_1 1', 'removed ins_1', 'next ins_2']);
    watch.reset();
    expect(await watch.findNext(removed)).toBe('ins_2');
  });
});
