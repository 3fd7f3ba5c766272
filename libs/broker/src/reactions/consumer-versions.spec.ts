import { describe, expect, it } from '@jest/globals';
import { isSuperseded, processedByOthers, slotFor, type ConsumerVersion } from './consumer-versions.js';

const version = (name: string, filters: readonly string[], more: Partial<ConsumerVersion> = {}): ConsumerVersion => ({
  name,
  filters,
  ackFloor: 0,
  isOwned: false,
  created: '2026-11-20T10:00:00.000Z',
  ...more,
});

describe('the consumers of the versions of a reaction', () => {
  it('hand over the position of each fact type that another version has processed', () => {
    const versions = [
      version('r_1', ['a'], { ackFloor: 7 }),
      version('r_2', ['a', 'b'], { ackFloor: 5 }),
      version('r_3', ['a', 'b', 'c'], { ackFloor: 9 }),
    ];
    expect(Object.fromEntries(processedByOthers(versions, ['a', 'b', 'c']))).toEqual({ a: 7, b: 5 });
    expect(Object.fromEntries(processedByOthers(versions, ['a']))).toEqual({ a: 9 });
  });

  it.each([
    ['a running version with more types', version('r_2', ['a', 'b'], { isOwned: true }), true],
    ['a stopped version with more types', version('r_2', ['a', 'b']), false],
    ['a running version that lacks a type', version('r_2', ['b', 'c'], { isOwned: true }), false],
    ['itself', version('r_1', ['a'], { isOwned: true }), false],
  ])('are superseded by %s: %#', (_by, other, expected) => {
    expect(isSuperseded([version('r_1', ['a']), other], ['a'])).toBe(expected);
  });

  it('take a free name first', () => {
    expect(slotFor('r', [version('r_1', ['a'])])).toEqual({ name: 'r_2', replaces: false });
  });

  it('replace the oldest unused consumer whose position another consumer has', () => {
    const all = [
      version('r_1', ['a', 'x'], { created: '2026-11-01T00:00:00.000Z' }),
      version('r_2', ['a'], { created: '2026-11-03T00:00:00.000Z' }),
      version('r_3', ['a', 'b'], { created: '2026-11-02T00:00:00.000Z', ackFloor: 3, isOwned: true }),
    ];
    expect(slotFor('r', all)).toEqual({ name: 'r_2', replaces: true });
    expect(slotFor('r', [all[0]!, { ...all[1]!, isOwned: true }, all[2]!])).toEqual({ name: 'r_1', replaces: true });
  });

  it('never replace a consumer that a process owns', () => {
    const owned = ['r_1', 'r_2', 'r_3'].map((name, index) => version(name, [`t${index}`], { isOwned: true }));
    expect(slotFor('r', owned)).toBeNull();
  });
});
