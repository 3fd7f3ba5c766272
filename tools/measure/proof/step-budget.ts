import type * as BoundedSchemaModule from '../../../libs/manifest/src/bounded-schema.js';
import type * as CheckModule from '../../../libs/manifest/src/check.js';
import type * as CompleteSettingsModule from '../../../libs/manifest/src/complete-settings.js';
import type * as YamlModule from '../../../libs/manifest/src/yaml.js';
import {
  costlyManifests,
  costlySchemas,
  costlySettings,
  costlyYaml,
} from '../../../libs/manifest/test/costly-cases.js';
import { atMost, type Claim, type Proof } from './proof.js';

type Modules = typeof BoundedSchemaModule & typeof CheckModule & typeof CompleteSettingsModule & typeof YamlModule;

const FILES = ['bounded-schema', 'check', 'complete-settings', 'yaml'];
/**
 * The budget of steps takes at most a second of processor time. Clocks of machines differ, so the time is compared
 * with that of a loop that takes about 30 ms where the budget was calibrated.
 */
const A_SECOND = 32;
const UNIT = 'calibration loops';
/** A quick run measures one case of so many. */
const QUICK_SHARE = 8;
const YAML_CHARACTERS = 100_000;

/** Work that returns false has not cost what it should, so nothing was measured. */
type Work = () => unknown;
type Case = readonly [claim: string, limit: number, work: Work];

export const proof: Proof = {
  title: 'Schemas, settings, manifests and YAML that cost as much as possible, in bounded processor time',
  plantedDefect: 'ten-times-the-steps',
  run: async ({ patches, isQuick, report }) => {
    const cases = casesOf(await load(patches)).filter((_case, index) => !isQuick || index % QUICK_SHARE === 0);
    return cases.map(([claim, limit, work]): Claim => {
      report(claim);
      return atMost(claim, loopsOf(work), { limit, unit: UNIT });
    });
  },
};

/** The built files, so that a planted defect can be applied to them. */
async function load(patches: readonly string[]): Promise<Modules> {
  if (patches.length > 0) await import(`./apply-patches.mjs?patches=${patches.join()}`);
  const loaded: object[] = [];
  for (const file of FILES)
    loaded.push((await import(new URL(`../../../libs/manifest/dist/${file}.js`, import.meta.url).href)) as object);
  return Object.assign({}, ...loaded) as Modules;
}

function casesOf(manifest: Modules): readonly Case[] {
  let run = 0;
  return [
    ...costlySchemas.map(([what, schema, value]): Case => {
      const bounded = manifest.boundedSchema(schema);
      const isSpent = (): boolean => bounded.findings(value, '/at')[0]?.code === 'too_expensive';
      return [`a second for the steps of ${what}`, A_SECOND, isSpent];
    }),
    ...costlySettings.map(([what, schema, sent]): Case => {
      const complete = () => manifest.completeSettings(schema, sent, { settings: {}, secrets: [] });
      return [`three seconds for settings with ${what}`, 3 * A_SECOND, complete];
    }),
    ...costlyManifests.map(([what, costly]): Case => {
      const check = (): void => {
        // Another name makes it another manifest for the cache of findings.
        const records = [{ type: 'r', names: { en: 'r' }, schema: { title: String((run += 1)) } }];
        manifest.checkStructure({ ...costly, records }, { production: true });
        manifest.checkContent({ ...costly, records });
      };
      return [`a second for a manifest with ${what}`, A_SECOND, check];
    }),
    ...costlyYaml.map(([what, text]): Case => {
      const parse = () => manifest.parseManifestYaml(text.slice(0, YAML_CHARACTERS));
      return [`a second for YAML with ${what}`, A_SECOND, parse];
    }),
  ];
}

/** The processor time of some work, in calibration loops. The faster of two measurements, as others use the machine. */
function loopsOf(work: Work): number {
  if (work() === false) return Infinity;
  const measure = (): number => cpuTimeOf(work) / cpuTimeOf(calibrationLoop);
  return Math.min(measure(), measure());
}

function cpuTimeOf(work: Work): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** Creates objects and texts, as the evaluation of a schema does. */
function calibrationLoop(): number {
  let sum = 0;
  for (let index = 0; index < 3_000_000; index += 1) {
    const error = { keyword: 'k', path: `/a/${index & 1023}` };
    sum = (sum * 31 + error.path.length + error.path.charCodeAt(3)) | 0;
  }
  return sum;
}
