import { expect, it } from '@jest/globals';
import { compareJournal, type Acknowledged, type StoredEntry } from './wallet-journal.js';

const reported = (kind: Acknowledged['kind'], entryId: string, mu: string): Acknowledged => ({
  kind,
  entryId,
  mu,
  holdId: holdOf(entryId),
});
const holdOf = (id: string): string | null => (id.includes('_h') ? `hld${id.slice(id.indexOf('_'))}` : null);
const entry = (kind: string, id: string, [mu, available, held]: readonly [string, string, string]): StoredEntry => ({
  id,
  kind,
  mu,
  hold_id: holdOf(id),
  available_after: available,
  held_after: held,
});

const journal = [
  reported('gift', 'grt_1', '10'),
  reported('hold', 'hld_h1', '4'),
  reported('settle', 'stl_h1', '1.5'),
  reported('hold', 'hld_h2', '3'),
  reported('consumption', 'chg_1', '2'),
  reported('settle', 'stl_h2', '3'),
];
const entries = [
  entry('gift', 'grt_1', ['10', '10', '0']),
  entry('hold', 'hld_h1', ['4', '6', '4']),
  entry('settle', 'stl_h1', ['1.5', '8.5', '0']),
  entry('hold', 'hld_h2', ['3', '5.5', '3']),
  entry('consumption', 'chg_1', ['2', '3.5', '3']),
  entry('expiry', 'ret_h2', ['3', '6.5', '0']),
  entry('settle', 'stl_h2', ['3', '3.5', '0']),
];
const wallet = { available: '3.5', held: '0', totals: { purchased: '0', gifted: '10', consumed: '6.5' } };
const nothing = { lost: 0, unknown: 0, changed: 0, unbalanced: 0, holdsWithoutOneEnd: 0, differenceMicroMu: 0 };

it('finds no difference when every acknowledged movement is an entry, and a hold that expired is settled late', () => {
  expect(compareJournal(journal, entries, wallet)).toEqual(nothing);
});

it('finds a lost movement, and the balance that no longer adds up', () => {
  expect(
    compareJournal(
      journal,
      entries.filter(({ id }) => id !== 'chg_1'),
      wallet,
    ),
  ).toEqual({ ...nothing, lost: 1, unbalanced: 2 });
});

it('finds MU that no acknowledged request moved', () => {
  const twice = [...entries, entry('consumption', 'chg_2', ['2', '1.5', '0'])];
  const charged = { ...wallet, available: '1.5', totals: { ...wallet.totals, consumed: '8.5' } };
  expect(compareJournal(journal, twice, charged)).toEqual({ ...nothing, unknown: 1, differenceMicroMu: 4_000_000 });
});

it('finds a hold that ended twice, and one that never ended', () => {
  const twice = [...entries.slice(0, 3), entry('release', 'ret_h1', ['4', '8.5', '0']), ...entries.slice(3)];
  expect(compareJournal(journal, twice, wallet)).toMatchObject({ unknown: 1, holdsWithoutOneEnd: 1 });
  expect(compareJournal(journal.slice(0, 2), entries.slice(0, 2), wallet)).toMatchObject({ holdsWithoutOneEnd: 1 });
});

it('finds an entry with another amount than acknowledged', () => {
  const changed = entries.map((one) => (one.id === 'chg_1' ? { ...one, mu: '1' } : one));
  expect(compareJournal(journal, changed, wallet)).toMatchObject({ changed: 1, lost: 0 });
});
