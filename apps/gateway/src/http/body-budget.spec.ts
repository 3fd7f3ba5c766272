import { describe, expect, it } from '@jest/globals';
import { Refused } from '@kushk/edge';
import { BodyBudget, bodyBytes } from './body-budget.js';

const budget = () => new BodyBudget({ totalBytes: 100, perCallerBytes: 40 });

describe('BodyBudget', () => {
  it('rejects the bodies of a caller beyond its share, and accepts those of others', () => {
    const bodies = budget();
    const ends = [bodies.reserve('a', 20), bodies.reserve('a', 20)];
    expect(() => bodies.reserve('a', 1)).toThrow(Refused);
    bodies.reserve('b', 30);
    ends[0]!();
    expect(bodies.reserve('a', 20)).toBeInstanceOf(Function);
    expect(bodies.heldBytes).toBe(70);
  });

  it('rejects bodies beyond the total, of one tenant or of several', () => {
    const bodies = budget();
    bodies.reserve('a', 40);
    bodies.reserve('b', 40);
    expect(() => bodies.reserve('c', 21)).toThrow(Refused);
    expect(bodies.reserve('c', 20)).toBeInstanceOf(Function);
  });

  it('ends a reservation only once', () => {
    const bodies = budget();
    const end = bodies.reserve('a', 20);
    bodies.reserve('a', 10);
    end();
    end();
    expect(bodies.heldBytes).toBe(10);
  });
});

describe('bodyBytes', () => {
  it.each([
    [{ 'content-length': '12' }, 12],
    [{ 'content-length': '5000' }, 1_000],
    [{ 'transfer-encoding': 'chunked' }, 1_000],
    [{ 'content-length': 'x' }, 1_000],
    [{}, 0],
  ])('counts a body with the headers %j as %d bytes', (headers, bytes) => {
    expect(bodyBytes(headers, 1_000)).toBe(bytes);
  });
});
