import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { blockingProblems, checkContent, checkStructure } from '@kushk/manifest';
import { parse } from 'yaml';

interface Plan {
  readonly manifest: { readonly id: string };
  readonly releases: readonly { readonly version: string; readonly to: string; readonly with?: object }[];
}
const plans = parse(readFileSync(join(import.meta.dirname, 'plugins.yaml'), 'utf8')) as readonly Plan[];
const releases = plans.flatMap(({ manifest, releases: all }) =>
  all.map(({ version, to, with: changes = {} }) => ({ to, manifest: { ...manifest, ...changes, version } })),
);

describe('the plugins of the demo', () => {
  it.each(releases.map(({ manifest }) => [`${manifest.id} ${manifest.version}`, manifest] as const))(
    'have manifests that an instance accepts: %s',
    (_name, manifest) => {
      const problems = [...checkStructure(manifest, { production: false }), ...checkContent(manifest)];
      expect(blockingProblems(problems)).toEqual([]);
    },
  );

  it('reach every status of a release', () => {
    expect([...new Set(releases.map(({ to }) => to))].sort()).toEqual(
      ['approved', 'in_review', 'published', 'rejected', 'submitted', 'suspended', 'withdrawn'].sort(),
    );
  });
});
