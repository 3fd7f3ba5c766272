import { describe, expect, it } from '@jest/globals';
import { Backlog } from './backlog.js';

describe('the backlog', () => {
  it('keeps the earliest time that is known of an installation', () => {
    const backlog = new Backlog();
    backlog.note('ins_a', 500);
    backlog.note('ins_a', 900);
    expect(backlog.dueAtMs('ins_a')).toBe(500);
    expect(backlog.dueAtMs('ins_b')).toBe(Infinity);
  });

  it('believes the queue, but not about what was noted after it was asked', () => {
    const backlog = new Backlog();
    backlog.note('ins_gone', 1);
    const mark = backlog.mark();
    backlog.note('ins_new', 2);
    backlog.replace([{ installationId: 'ins_a', host: 'a.example', dueAtMs: 7 }], mark);
    expect(backlog.candidates()).toEqual(['ins_new', 'ins_a']);
    expect(backlog.hostOf('ins_a')).toBe('a.example');
    expect(backlog.hostOf('ins_new')).toBeNull();
  });

  it('drops what the queue had nothing more of, unless something came meanwhile', () => {
    const backlog = new Backlog();
    backlog.note('ins_a', 1);
    backlog.note('ins_b', 1);
    const mark = backlog.mark();
    backlog.note('ins_b', 2);
    backlog.exhausted('ins_a', mark);
    backlog.exhausted('ins_b', mark);
    expect(backlog.candidates()).toEqual(['ins_b']);
  });
});
