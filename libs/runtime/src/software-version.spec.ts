import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { SOFTWARE_VERSION } from './software-version.js';

describe('the version of the software', () => {
  it('is the version of the repository', () => {
    const root = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
    expect(SOFTWARE_VERSION).toBe(root.version);
  });
});
