import { describe, expect, it } from '@jest/globals';
import { Backlog } from './backlog.js';

describe('Backlog', () => {
  it('keeps the earliest due time of an installation', () => {
    const backlog = new Backlog();
    backlog.add('ins_a', 500);
    backlog.add('ins_a', 900);
    expect(backlog.dueAtMs('ins_a')).toBe(500);
    expect(backlog.dueAtMs('ins_b')).toBe(Infinity);
  });

  it('replaces all entries with the result of a queue query, except entries that were added after the query began', () => {
    const backlog = new Backlog();
    backlog.add('ins_gone', 1);
    const revision = backlog.revision();
    backlog.add('ins_new', 2);
    backlog.replace([{ installationId: 'ins_a', host: 'a.example', dueAtMs: 7 }], revision);
    expect(backlog.candidates()).toEqual(['ins_new', 'ins_a']);
    expect(backlog.hostOf('ins_a')).toBe('a.example');
    expect(backlog.hostOf('ins_new')).toBeNull();
  });

  it('removes an installation without further deliveries, unless an entry was added after the query began', () => {
    const backlog = new Backlog();
    backlog.add('ins_a', 1);
    backlog.add('ins_b', 1);
    const revision = backlog.revision();
    backlog.add('ins_b', 2);
    backlog.removeUnlessChanged('ins_a', revision);
    backlog.removeUnlessChanged('ins_b', revision);
    expect(backlog.candidates()).toEqual(['ins_b']);
  });
});
