import { describe, expect, it } from '@jest/globals';
import { KeyUseThrottle } from './key-use-throttle.js';

const at = (time: string) => new Date(`2026-11-20T${time}Z`);
const minute = at('09:00:00.000');

describe('key use throttle', () => {
  it('records one use per key and minute, with the start of the minute as its time', () => {
    const throttle = new KeyUseThrottle();
    expect(throttle.take('key_1', at('09:00:07.100'))).toEqual(minute);
    expect(throttle.take('key_1', at('09:00:59.999'))).toBeNull();
    expect(throttle.take('key_2', at('09:00:59.999'))).toEqual(minute);
    expect(throttle.take('key_1', at('09:01:00.000'))).toEqual(at('09:01:00.000'));
  });

  it('records the next use of a key after recording a use has failed', () => {
    const throttle = new KeyUseThrottle();
    throttle.take('key_1', at('09:00:07.100'));
    throttle.release('key_1');
    expect(throttle.take('key_1', at('09:00:08.000'))).toEqual(minute);
  });
});
