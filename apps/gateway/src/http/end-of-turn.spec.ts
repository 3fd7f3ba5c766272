import { describe, expect, it } from '@jest/globals';
import { endOfTurn } from './end-of-turn.js';

describe('endOfTurn', () => {
  it('lets everybody who waits in a turn go on together, before any other work of the next turn', async () => {
    const order: string[] = [];
    const first = endOfTurn().then(() => order.push('first'));
    setImmediate(() => order.push('other work'));
    const second = endOfTurn().then(() => order.push('second'));
    order.push('this turn');
    await Promise.all([first, second]);
    await endOfTurn();
    expect(order).toEqual(['this turn', 'first', 'second', 'other work']);
  });

  it('does not end a turn that has begun after it', async () => {
    const order: string[] = [];
    await endOfTurn();
    const next = endOfTurn().then(() => order.push('next turn'));
    await Promise.resolve();
    order.push('this turn');
    await next;
    expect(order).toEqual(['this turn', 'next turn']);
  });
});
