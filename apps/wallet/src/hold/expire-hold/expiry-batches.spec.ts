import { expect, it } from '@jest/globals';
import { expiryBatches } from './expiry-batches.js';

const holdsOf = (installation_id: string, count: number) =>
  Array.from({ length: count }, (_, number) => ({ installation_id, number }));
const sizes = (holds: readonly { readonly installation_id: string }[]): readonly (readonly number[])[] =>
  expiryBatches(holds).map((batch) => batch.map((list) => list.length));

it('gives a wallet with many holds batches of its own, each of which one commit expires', () => {
  const holds = [...holdsOf('ins_a', 250), ...holdsOf('ins_b', 100)];
  expect(sizes(holds)).toEqual([[100], [100], [100], [50]]);
});

it('lets wallets with few holds share a batch, up to its size', () => {
  const many = Array.from({ length: 130 }, (_, number) => holdsOf(`ins_${number}`, 1)).flat();
  expect(sizes(many).map((lists) => lists.length)).toEqual([100, 30]);
  expect(sizes([...holdsOf('ins_a', 60), ...holdsOf('ins_b', 60)])).toEqual([[60], [60]]);
});

it('puts every hold into exactly one batch, and holds of one wallet in one list only', () => {
  const holds = ['a', 'b', 'c', 'd'].flatMap((name, index) => holdsOf(`ins_${name}`, 70 * (index + 1)));
  const lists = expiryBatches(holds.toSorted((a, b) => a.number - b.number)).flat();
  expect(lists.flat()).toHaveLength(holds.length);
  expect(new Set(lists.flat()).size).toBe(holds.length);
  for (const list of lists) expect(new Set(list.map(({ installation_id }) => installation_id)).size).toBe(1);
});

it('has no batch without holds', () => {
  expect(expiryBatches([])).toEqual([]);
});
