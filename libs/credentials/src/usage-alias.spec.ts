import { describe, expect, it } from '@jest/globals';
import { usageAlias, usageAliasKey } from './usage-alias.js';

const master = Buffer.alloc(32, 9);

describe('the alias of an installation', () => {
  it('is stable for one publisher and different for every other', () => {
    const acme = usageAliasKey(master, 'acme');
    const globex = usageAliasKey(master, 'globex');
    expect(usageAlias(acme, 'ins_1')).toBe(usageAlias(usageAliasKey(master, 'acme'), 'ins_1'));
    expect(usageAlias(acme, 'ins_1')).not.toBe(usageAlias(globex, 'ins_1'));
    expect(usageAlias(acme, 'ins_1')).not.toBe(usageAlias(acme, 'ins_2'));
  });

  it('is inst_ and 20 Crockford base32 characters, and different for every installation', () => {
    const key = usageAliasKey(master, 'acme');
    const aliases = Array.from({ length: 2000 }, (_, index) => usageAlias(key, `ins_${index}`));
    for (const alias of aliases) expect(alias).toMatch(/^inst_[0-9A-HJKMNP-TV-Z]{20}$/);
    expect(new Set(aliases).size).toBe(aliases.length);
  });

  it('requires a 32-byte master key', () => {
    expect(() => usageAliasKey(Buffer.alloc(8), 'acme')).toThrow(RangeError);
  });
});
