import { expect, it } from '@jest/globals';
import { scaledDuration } from './calibration.js';

it('doubles a limit on a machine that is half as fast, and halves it on one twice as fast', () => {
  expect(scaledDuration(50, { speed: 0.5 })).toBe(100);
  expect(scaledDuration(50, { speed: 2 })).toBe(25);
});

it('does not scale a limit further on a machine slower than a tenth of the reference', () => {
  expect(scaledDuration(50, { speed: 0.001 })).toBe(500);
});
