import { describe, expect, it } from '@jest/globals';
import { installationAlias } from './installation-alias.js';

const pepper = Buffer.alloc(32, 9);

describe('the alias of an installation', () => {
  it('is stable, also after a new pepper, and different on another instance', () => {
    const alias = installationAlias([pepper], 'ins_1');
    expect(installationAlias([Buffer.alloc(32, 1), pepper], 'ins_1')).toBe(alias);
    expect(installationAlias([Buffer.alloc(32, 1)], 'ins_1')).not.toBe(alias);
    expect(installationAlias([pepper], 'ins_2')).not.toBe(alias);
  });

  it('is inst_ and 20 Crockford base32 characters, and different for every installation', () => {
    const aliases = Array.from({ length: 2000 }, (_, index) => installationAlias([pepper], `ins_${index}`));
    for (const alias of aliases) expect(alias).toMatch(/^inst_[0-9A-HJKMNP-TV-Z]{20}$/);
    expect(new Set(aliases).size).toBe(aliases.length);
  });

  it('requires a 32-byte pepper', () => {
    expect(() => installationAlias([Buffer.alloc(8)], 'ins_1')).toThrow(RangeError);
  });
});
