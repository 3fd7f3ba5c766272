import { describe, expect, it } from '@jest/globals';
import { extractionMode } from './confinement.js';

describe('the mode of the extraction', () => {
  it('is confined where the system allows it, whatever the setting is', () => {
    expect(extractionMode('confined', null)).toBe('confined');
    expect(extractionMode('unconfined', null)).toBe('confined');
  });

  it('is off where the system refuses the confinement, unless the operator accepts that', () => {
    expect(extractionMode('confined', 'unshare failed: Operation not permitted')).toBe('off');
    expect(extractionMode('unconfined', 'unshare failed: Operation not permitted')).toBe('unconfined');
  });
});
