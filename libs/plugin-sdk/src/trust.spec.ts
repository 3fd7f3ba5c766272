import { describe, expect, it } from '@jest/globals';
import { newSigningKey, signIssuer } from '@kushk/credentials';
import { issuerVerifier } from './trust.js';

const body = Buffer.from('{}');
const nowSeconds = 1_780_000_000;
const origin = 'https://assistant.example';
const signature = signIssuer(newSigningKey(), { iss: origin, aud: 'ir.acme.invoices', iat: nowSeconds }, body);

describe('the verdict about an instance', () => {
  it.each([
    ['http://127.0.0.1:1/jwks.json', /^no keys came: /],
    ['http://0.0.0.0:8080/jwks.json', /^not requested: it is not https$/],
  ])('tells what became of the request for the keys of the hub %s', async (hubJwksUrl, result) => {
    const verify = issuerVerifier({ hubJwksUrl });
    const { isTrusted, requests } = await verify({ signature, body, pluginId: 'ir.acme.invoices', origin, nowSeconds });
    expect(isTrusted).toBe(false);
    expect(requests).toEqual([{ url: hubJwksUrl, result: expect.stringMatching(result) }]);
  });
});
