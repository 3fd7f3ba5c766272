/** The settings of an installation of a plugin under test. */
import type { JsonObject } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import { firstSettings } from '../schema-example/first-settings.js';

/** The default settings, with example values for required ones that have no default. */
export function settingsFor(manifest: Pick<Manifest, 'settings'>): JsonObject {
  return firstSettings(manifest).settings;
}
