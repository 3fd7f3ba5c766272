import { expect, it } from '@jest/globals';
import { returnLosses } from './return-losses.js';

const records = (...types: string[]) => types.map((type) => ({ type, names: {}, schema: {} }));
const settings = (...keys: string[]) => ({
  type: 'object',
  properties: Object.fromEntries(keys.map((key) => [key, {}])),
});

it('a return loses the settings and the record types that only the present version declares', () => {
  const earlier = { settings: settings('language'), records: records('invoice') };
  const present = { settings: settings('language', 'currency'), records: records('receipt', 'invoice') };
  expect(returnLosses(present, earlier)).toEqual({ settings: ['currency'], record_types: ['receipt'] });
  expect(returnLosses(earlier, present)).toEqual({ settings: [], record_types: [] });
});

it('a return loses everything when the earlier version declares nothing, and nothing of an unsound manifest', () => {
  expect(returnLosses({ settings: settings('a'), records: records('b') }, {})).toEqual({
    settings: ['a'],
    record_types: ['b'],
  });
  expect(returnLosses({ settings: { properties: [] }, records: [null, 'x', {}] }, {})).toEqual({
    settings: [],
    record_types: [],
  });
});
