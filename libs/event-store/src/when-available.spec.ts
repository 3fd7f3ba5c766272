import { describe, expect, it } from '@jest/globals';
import { whenAvailable } from './when-available.js';

/** Work that fails with each of the errors, and then succeeds. */
const failing = (...errors: Error[]) => {
  return () => {
    const error = errors.shift();
    return error === undefined ? Promise.resolve('done') : Promise.reject(error);
  };
};

describe('whenAvailable', () => {
  it.each([
    new Error('Connection terminated due to connection timeout'),
    Object.assign(new Error('canceling statement due to statement timeout'), { code: '57014' }),
  ])('does the work again after: %s', async (error) => {
    expect(await whenAvailable(failing(error))).toBe('done');
  });

  it('rejects with an error that waiting does not mend', async () => {
    await expect(whenAvailable(failing(new TypeError('a bug')))).rejects.toThrow('a bug');
  });
});
