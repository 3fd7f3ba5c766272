import { describe, expect, it } from '@jest/globals';
import { fold } from '@kushk/decider';
import { consentRequested, installed, paused, removed, requested, suspended } from '../../test/example-installation.js';
import type { InstallationFact } from './installation-facts.js';
import { installationStream } from './installation.js';

const statusAfter = (...facts: InstallationFact[]) => fold(installationStream, facts).status;

describe('an installation', () => {
  it('is pending until the plugin has its credentials', () => {
    expect(statusAfter(requested)).toBe('pending');
    expect(statusAfter(requested, consentRequested)).toBe('pending');
    expect(statusAfter(requested, installed)).toBe('installed');
  });

  it('is consent_pending while a higher version waits for consent', () => {
    expect(statusAfter(requested, installed, consentRequested)).toBe('consent_pending');
    expect(statusAfter(requested, consentRequested, installed)).toBe('consent_pending');
  });

  it('is suspended when it is both paused and suspended, in either order', () => {
    expect(statusAfter(requested, installed, paused)).toBe('paused');
    expect(statusAfter(requested, installed, paused, suspended)).toBe('suspended');
    expect(statusAfter(requested, installed, suspended, paused)).toBe('suspended');
  });

  it('stays removed after any further fact', () => {
    expect(statusAfter(requested, installed, paused, suspended, removed)).toBe('removed');
    expect(statusAfter(requested, removed, installed)).toBe('removed');
  });

  it('loses its sealed token when it is removed', () => {
    expect(fold(installationStream, [requested, removed])).toMatchObject({ sealedToken: null });
  });
});
