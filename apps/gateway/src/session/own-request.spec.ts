import { describe, expect, it } from '@jest/globals';
import { assertOwnRequest } from './own-request.js';

const OWN = 'https://hub.example';
const json = { 'content-type': 'application/json' };
const isOwn = (method: string, headers: Readonly<Record<string, string>>): boolean => {
  try {
    assertOwnRequest({ method, headers }, OWN);
    return true;
  } catch {
    return false;
  }
};

describe('assertOwnRequest', () => {
  it.each([
    ['a write of our page', 'POST', { ...json, origin: OWN, 'sec-fetch-site': 'same-origin' }],
    ['a write without Sec-Fetch-Site', 'DELETE', { ...json, origin: OWN }],
    ['a media type with a charset', 'PUT', { 'content-type': 'Application/JSON; charset=utf-8', origin: OWN }],
    ['a read of our page', 'GET', { 'sec-fetch-site': 'same-origin' }],
    ['an address that the person opened', 'GET', { 'sec-fetch-site': 'none' }],
    ['a read without Sec-Fetch-Site', 'HEAD', {}],
  ])('accepts %s', (_title, method, headers) => {
    expect(isOwn(method, headers)).toBe(true);
  });

  it.each([
    ['another origin', 'POST', { ...json, origin: 'https://evil.example' }],
    ['an origin that begins like ours', 'POST', { ...json, origin: `${OWN}.evil.example` }],
    ['another scheme', 'POST', { ...json, origin: 'http://hub.example' }],
    ['no origin', 'POST', json],
    ['another port of our host', 'POST', { ...json, origin: OWN, 'sec-fetch-site': 'same-site' }],
    ['no media type', 'POST', { origin: OWN }],
    ['a form', 'POST', { origin: OWN, 'content-type': 'application/x-www-form-urlencoded' }],
    ['a media type that begins like JSON', 'POST', { origin: OWN, 'content-type': 'application/jsonx' }],
    ['a method that we do not know', 'PROPFIND', { origin: OWN }],
    ['a read that another site begins', 'GET', { 'sec-fetch-site': 'cross-site' }],
    ['a read from a subdomain', 'GET', { 'sec-fetch-site': 'same-site' }],
  ])('refuses %s', (_title, method, headers) => {
    expect(isOwn(method, headers)).toBe(false);
  });
});
