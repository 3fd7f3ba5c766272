import { describe, expect, it } from '@jest/globals';
import { checkAddresses, checkUrl, type DestinationPolicy } from './destination.js';

const production: DestinationPolicy = { production: true, ownAddresses: ['198.51.99.7'] };
const development: DestinationPolicy = { production: false, ownAddresses: [] };

const notPublic = [
  '0.0.0.0',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.192',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '3fff::1',
  '4000::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
];

describe('checkAddresses', () => {
  it.each(notPublic)('blocks the address %s in production', (address) => {
    expect(checkAddresses([address], production)).toEqual({ allowed: false, reason: 'address_not_public' });
  });

  it.each(['8.8.8.8', '1.1.1.1', '2606:4700::1111', '::ffff:8.8.8.8'])('allows the public address %s', (address) => {
    expect(checkAddresses([address], production).allowed).toBe(true);
  });

  it('blocks all addresses of a name when one of them is not public', () => {
    expect(checkAddresses(['8.8.8.8', '10.0.0.1'], production).allowed).toBe(false);
  });

  it("blocks the service's own addresses", () => {
    expect(checkAddresses(['198.51.99.7'], production).allowed).toBe(false);
    expect(checkAddresses(['::ffff:198.51.99.7'], production).allowed).toBe(false);
  });

  it('blocks a missing or malformed address', () => {
    expect(checkAddresses([], production)).toEqual({ allowed: false, reason: 'address_unknown' });
    expect(checkAddresses(['nonsense'], production).allowed).toBe(false);
  });

  it('outside production, allows loopback but no other private network', () => {
    expect(checkAddresses(['127.0.0.1', '::1'], development).allowed).toBe(true);
    expect(checkAddresses(['10.0.0.1'], development).allowed).toBe(false);
    expect(checkAddresses(['169.254.169.254'], development).allowed).toBe(false);
  });
});

describe('checkUrl', () => {
  it.each([
    'https://127.0.0.1',
    'https://127.1',
    'https://0x7f.1',
    'https://0177.0.0.1',
    'https://2130706433',
    'https://0x7f000001',
    'https://１２７.0.0.1',
    'https://[::1]',
    'https://[::ffff:7f00:1]',
    'https://[::ffff:169.254.169.254]',
    'https://169.254.169.254',
    'https://2852039166',
    'https://10.0.0.1',
    'https://localhost',
    'https://LOCALHOST',
    'https://localhost.',
    'https://foo.localhost',
    'https://[64:ff9b::a9fe:a9fe]',
    'https://192.168.1.1:8443/x',
  ])('blocks the URL %s in production, because it names a private address', (url) => {
    expect(checkUrl(url, production)).toEqual({ allowed: false, reason: 'address_not_public' });
  });

  it.each([
    'http://plugin.acme.ir',
    'http://127.0.0.1',
    'file:///etc/passwd',
    'gopher://x',
    'ftp://x',
    'data:text/plain,x',
    'unix:/run/x',
  ])('blocks the URL %s in production, because its scheme is not https', (url) => {
    expect(checkUrl(url, production)).toEqual({ allowed: false, reason: 'scheme_not_https' });
  });

  it.each(['https://good.example@evil.example', 'https://user:pass@plugin.acme.ir'])(
    'blocks the URL %s, because it contains credentials',
    (url) => {
      expect(checkUrl(url, production)).toEqual({ allowed: false, reason: 'credentials_in_url' });
    },
  );

  it.each(['', 'https://', 'nonsense', 'https://a b', 'https://[::1', 'https://x:99999', 'https://[fe80::1%25eth0]'])(
    'blocks the invalid URL %j',
    (url) => {
      expect(checkUrl(url, production)).toEqual({ allowed: false, reason: 'url_invalid' });
    },
  );

  it('allows a URL with a path and a port and returns both unchanged', () => {
    const check = checkUrl('https://plugin.acme.ir:8443/kushk', production);
    expect(check).toMatchObject({ allowed: true, host: 'plugin.acme.ir', isLiteralAddress: false });
    expect(check.allowed && check.url.href).toBe('https://plugin.acme.ir:8443/kushk');
    expect(checkUrl('https://plugin.acme.ir:0', production)).toEqual({ allowed: false, reason: 'port_invalid' });
  });

  it.each([
    'http://localhost:9000',
    'http://127.0.0.5:1',
    'http://[::1]:1',
    'https://plugin.acme.ir',
    'http://x.localhost',
  ])('allows the URL %s outside production, because it is https or points to this machine', (url) => {
    expect(checkUrl(url, development).allowed).toBe(true);
  });

  it.each([
    'http://plugin.acme.ir',
    'http://10.0.0.1',
    'https://10.0.0.1',
    'http://169.254.169.254',
    'http://0.0.0.0',
    'http://localhost.evil.example',
  ])(
    'blocks the URL %s outside production, because it is plain http to another machine or a private network',
    (url) => {
      expect(checkUrl(url, development).allowed).toBe(false);
    },
  );
});
