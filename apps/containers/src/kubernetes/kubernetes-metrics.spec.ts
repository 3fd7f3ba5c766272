import { describe, expect, it } from '@jest/globals';
import { memoryBytesIn } from './kubernetes-metrics.js';

const measured = (...memory: readonly string[]) => ({
  items: [{ containers: memory.map((usage) => ({ usage: { memory: usage } })) }],
});

describe('the memory that metrics-server measured', () => {
  it('is the sum of the containers, in any unit that it uses', () => {
    expect(memoryBytesIn(measured('2Ki', '1Mi', '100', '3M'))).toBe(2_048 + 1_048_576 + 100 + 3_000_000);
  });

  it('is unknown without metrics-server, before it has measured, and in a unit that nobody knows', () => {
    for (const metrics of [null, { items: [] }, {}, measured('many')]) expect(memoryBytesIn(metrics)).toBeNull();
  });
});
