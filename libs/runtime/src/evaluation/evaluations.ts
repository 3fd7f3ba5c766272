/** What an evaluator evaluates. Input and results are plain data, which can be sent to a thread. */
import type { JsonObject } from '@kushk/contracts';
import {
  capabilityDifference,
  checkContent,
  checkStructure,
  parseManifestYaml,
  restoreSecrets,
  validateAgainst,
  withDefaults,
} from '@kushk/manifest';

export const evaluations = {
  capabilityDifference,
  checkContent,
  checkStructure,
  validateAgainst,
  parseManifest: (text: string) => {
    const { manifest, problems } = parseManifestYaml(text);
    return { manifest, problems };
  },
  /** What an admin submits, with the stored secrets that it masks and with the defaults of the plugin's schema. */
  completeSettings: (schema: JsonObject, sent: JsonObject, stored: JsonObject) => {
    const settings = withDefaults(schema, restoreSecrets(schema, sent, stored));
    return { settings, problems: validateAgainst(schema, settings, '/settings') };
  },
} as const;

export type Evaluations = typeof evaluations;
