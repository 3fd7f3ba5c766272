import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import semver from 'semver';
import { compareVersions, isCompatible, isVersion, newestVersion } from './index.js';

const numeric = fc.nat(30).map(String);
const identifier = fc.oneof(numeric, fc.stringMatching(/^[0-9]{0,2}[A-Za-z-][0-9A-Za-z-]{0,2}$/));
const versions = fc
  .tuple(numeric, numeric, numeric, fc.array(identifier, { maxLength: 3 }))
  .map(([major, minor, patch, rest]) => `${major}.${minor}.${patch}${rest.length === 0 ? '' : `-${rest.join('.')}`}`);

describe('comparing versions', () => {
  it('agrees with the semver package', () => {
    fc.assert(
      fc.property(versions, versions, (a, b) => {
        expect(Math.sign(compareVersions(a, b))).toBe(semver.compare(a, b));
      }),
      { numRuns: 3_000 },
    );
  });

  it('is a total order, in which only equal texts are equal', () => {
    fc.assert(
      fc.property(versions, versions, versions, (a, b, c) => {
        expect(Math.sign(compareVersions(a, b))).toBe(0 - Math.sign(compareVersions(b, a)));
        expect(compareVersions(a, b) === 0).toBe(a === b);
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
      }),
      { numRuns: 3_000 },
    );
  });

  it('compares numbers above 2^53, which the semver package rejects or confuses', () => {
    expect(compareVersions('1.0.0-90071992547409931', '1.0.0-90071992547409930')).toBeGreaterThan(0);
    expect(compareVersions('1.0.90071992547409931', '1.0.90071992547409930')).toBeGreaterThan(0);
  });

  it('finds the newest version that is not a pre-release', () => {
    expect(newestVersion(['1.9.0', '1.10.0', '2.0.0-rc.1', '1.2.3'])).toBe('1.10.0');
    expect(newestVersion(['2.0.0-rc.1'])).toBeNull();
    expect(newestVersion([])).toBeNull();
  });

  it('rejects build metadata, leading zeros, a leading v and ranges', () => {
    expect(
      ['1.0.0+1', '01.0.0', '1.0.0-01', 'v1.0.0', '1.0', '^1.0.0', '1.0.0-', '1.0.0-a..b', ' 1.0.0', '1.0.0\n'].filter(
        isVersion,
      ),
    ).toEqual([]);
    expect(() => compareVersions('1.0', '1.0.0')).toThrow(RangeError);
  });
});

describe('the compatibility of a plugin with an instance', () => {
  it.each([
    ['1.0', '1.0', true],
    ['1.0', '1.7', true],
    ['1.8', '1.7', false],
    ['1.10', '1.9', false],
    ['1.0', '2.0', false],
    ['2.0', '1.9', false],
    ['1', '1.0', false],
    ['1.0', '', false],
  ])('for plugin API %s on an instance with API %s is %p', (plugin, instance, expected) => {
    expect(isCompatible(plugin, instance)).toBe(expected);
  });
});
