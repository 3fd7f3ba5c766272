import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { checkStructure, manifestSchema } from './index.js';

/** A validator that uses no code of this library. */
const validate = new Ajv2020({ strict: true, strictRequired: false }).compile(manifestSchema);
const manifest = (base_url: string): object => ({
  schema: '1',
  id: 'ir.acme',
  version: '1.0.0',
  publisher: 'acme',
  kind: 'external',
  plugin_api: '1.0',
  names: { en: 'A' },
  base_url,
});
const rejectedBySchema = (base_url: string): boolean => !validate(manifest(base_url));
const rejectedByChecks = (base_url: string): boolean =>
  checkStructure(manifest(base_url), { production: false }).length > 0;

const starts = ['https://', 'http://', 'HTTPS://', 'ftp://', 'https:', '', ' https://', 'https://u@', 'https://u:p@'];
const hosts = [
  'h.ir',
  'a-b.h.ir',
  'localhost',
  'localhost.evil.com',
  'p1.localhost',
  'LOCALHOST',
  '127.0.0.1',
  '127.255.1.2',
  '127.1',
  '10.0.0.1',
  '999.1.1.1',
  '[::1]',
  '[2001:db8::1]',
  '[::::]',
  'h.ir.',
  'h..ir',
  '.',
  '',
  '*.ir',
  '-h.ir',
  'a_b.ir',
  'پلاگین.ir',
  'xn--ygba.ir',
];
const ports = ['', ':8443', ':0', ':65536', ':x', ':'];
const paths = ['', '/', '/a/b', '/a/', '?', '?x=1', '#', '/a#b', '/a?b', '\\a', '/a\\b', '/a b', '/a\n'];
const addresses = starts.flatMap((start) =>
  hosts.flatMap((host) => ports.flatMap((port) => paths.map((path) => `${start}${host}${port}${path}`))),
);

describe('the published schema of a manifest', () => {
  it('is valid JSON Schema 2020-12 without private annotations', () => {
    expect(new Ajv2020().validateSchema(manifestSchema)).toBe(true);
    expect(JSON.stringify(manifestSchema)).not.toContain('x-problem');
  });

  it('rejects the same addresses as the checks, but accepts valid addresses in non-canonical spelling', () => {
    const differing = addresses.filter((address) => rejectedBySchema(address) !== rejectedByChecks(address));
    const onlySpelling = differing.filter(
      (address) =>
        !rejectedBySchema(address) &&
        checkStructure(manifest(address), { production: false }).every(({ code }) => code === 'base_url_not_canonical'),
    );
    expect(differing.filter((address) => !onlySpelling.includes(address))).toEqual([]);
    expect(addresses.filter((address) => !rejectedByChecks(address)).length).toBeGreaterThan(40);
  });
});
