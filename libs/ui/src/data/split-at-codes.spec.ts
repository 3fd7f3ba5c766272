import { splitAtCodes } from './split-at-codes.js';

describe('splitAtCodes', () => {
  it('separates a number with hyphens from the words around it', () => {
    expect(splitAtCodes('فاکتور INV-2026-0417: follow-up of PO-7.')).toEqual([
      'فاکتور ',
      'INV-2026-0417',
      ': follow-up of ',
      'PO-7',
      '.',
    ]);
    expect(splitAtCodes('Follow-up with the supplier')).toEqual(['Follow-up with the supplier']);
  });

  it('leaves a code breakable that is too long for a narrow column', () => {
    const title = 'Session 0190aa11-2222-7333-8444-555566667777';
    expect(splitAtCodes(title)).toEqual([title]);
  });
});
