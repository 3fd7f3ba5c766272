import { describe, expect, it } from '@jest/globals';
import { catalogue } from '@kushk/contracts';
import { Refused } from '@kushk/edge';
import type { SendRequest } from '../http/route.js';
import { HubKeys } from './hub-keys.js';

describe('HubKeys', () => {
  let requested = 0;
  const send = ((type: { subject: string }) => {
    requested += 1;
    const kid = `${type.subject}-${requested}`;
    return Promise.resolve({ reply: { keys: [{ kid }] }, replayed: false });
  }) as unknown as SendRequest;
  const down: SendRequest = () => Promise.reject(Refused.with('service.unavailable'));

  it('asks once for everybody who asks within 300 s, and says how old the keys are', async () => {
    let nowMs = 1_000;
    const keys = new HubKeys(() => nowMs);
    requested = 0;
    const [first, second] = await Promise.all([keys.read(send), keys.read(send)]);
    nowMs += 299_999;
    const third = await keys.read(send);
    expect([first.ageSeconds, third.ageSeconds, requested]).toEqual([0, 299, 3]);
    expect(third.keys).toEqual(second.keys);
    expect(third.keys[2]).toMatchObject({ kid: expect.stringContaining(catalogue.instanceKeys.subject) });
    nowMs += 1;
    expect([(await keys.read(send)).ageSeconds, requested]).toEqual([0, 6]);
  });

  it('asks again after a failure, and after the keys may have changed', async () => {
    const keys = new HubKeys(() => 0);
    requested = 0;
    await expect(keys.read(down)).rejects.toThrow('service.unavailable');
    await keys.read(send);
    keys.forget();
    await keys.read(send);
    expect(requested).toBe(6);
  });
});
