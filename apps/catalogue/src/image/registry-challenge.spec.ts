import { describe, expect, it } from '@jest/globals';
import { readChallenge } from './registry-challenge.js';

describe('the challenge of a registry', () => {
  it('names the address of its token service', () => {
    const header = 'Bearer realm="https://auth.example/token?x=1",service="reg.example",scope="repository:a:pull"';
    expect(readChallenge(header)).toEqual({
      scheme: 'bearer',
      realm: new URL('https://auth.example/token?x=1'),
      service: 'reg.example',
    });
    expect(readChallenge('bearer  Realm = https://auth.example/')).toMatchObject({ scheme: 'bearer', service: null });
  });

  it('asks for user and password', () => {
    expect(readChallenge('Basic realm="a registry"')).toEqual({ scheme: 'basic' });
    expect(readChallenge(['Negotiate', 'Basic realm="a"'])).toEqual({ scheme: 'basic' });
  });

  it.each([
    undefined,
    '',
    'Negotiate',
    'Bearer service="x"',
    'Bearer realm="/token"',
    `Bearer realm="https://a/${'x'.repeat(5_000)}"`,
  ])('is not understood: %j', (header) => {
    expect(readChallenge(header)).toBeNull();
  });
});
