import { describe, expect, it } from '@jest/globals';
import { matchingPublishers } from './matching-publishers.js';

const publishers = [
  { id: 'acme', name: 'شرکت آکمه' },
  { id: 'kar-afzar', name: 'کارافزار ۲۴' },
  { id: 'kimia', name: 'Kimia Software' },
];
const found = (q: string | null): readonly string[] => matchingPublishers(publishers, q).map(({ id }) => id);

describe('the search for publishers', () => {
  it.each([
    [null, ['acme', 'kar-afzar', 'kimia']],
    [' ', ['acme', 'kar-afzar', 'kimia']],
    ['كارافزار', ['kar-afzar']],
    ['24', ['kar-afzar']],
    ['KI soft', ['kimia']],
    ['k', ['kar-afzar', 'kimia']],
    ['شرکت کیمیا', []],
    ['!', []],
  ])('finds by the beginnings of words of name and id: %j', (q, ids) => {
    expect(found(q)).toEqual(ids);
  });
});
