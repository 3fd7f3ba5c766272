import { describe, expect, it } from '@jest/globals';
import { factStreamConfig, nanos } from './streams.js';

const dayMs = 86_400_000;

describe("the stream of a service's public facts", () => {
  it('keeps facts for 90 days, because the log keeps them for good', () => {
    const { max_age } = factStreamConfig({ scope: 'e1', service: 'wallet' });
    expect(max_age).toBe(nanos(90 * dayMs));
  });

  it('keeps the facts that instances read without a limit, because an instance may be offline for any time', () => {
    expect(factStreamConfig({ scope: 'hub', service: 'catalogue' }).max_age).toBe(0);
  });
});
