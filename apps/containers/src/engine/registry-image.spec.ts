import { describe, expect, it } from '@jest/globals';
import { isInRegistry } from './registry-image.js';

const digest = `@sha256:${'a'.repeat(64)}`;

describe('isInRegistry', () => {
  it('accepts only images of the configured registry, with their digest', () => {
    const registry = 'https://registry.example:5000/plugins';
    expect(isInRegistry(`registry.example:5000/plugins/acme/box${digest}`, registry)).toBe(true);
    for (const image of [
      `registry.example:5000/plugins-of-others/box${digest}`,
      `registry.example/plugins/acme/box${digest}`,
      `docker.io/library/box${digest}`,
      'registry.example:5000/plugins/acme/box:latest',
    ])
      expect(isInRegistry(image, registry)).toBe(false);
  });

  it('accepts none where no registry is configured', () => {
    expect(isInRegistry(`registry.example/acme/box${digest}`, '')).toBe(false);
  });
});
