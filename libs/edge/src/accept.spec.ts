import { describe, expect, it } from '@jest/globals';
import { accepts, isListed } from './accept.js';

describe('the Accept header (RFC 9110, section 12.5.1)', () => {
  it.each([
    undefined,
    '',
    '*/*',
    'application/*',
    'application/json',
    'Application/JSON;charset=utf-8',
    'text/html, application/json;q=0.1',
    'text/event-stream ,\tapplication/json',
    'application/json ; q=1.000',
    '*/*;q=0, application/*;q=0.5',
    'text/html,,*/*;q=0.8',
    'text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2',
    'application/json;profile="a,b";q=0.5',
    'application/json;q=0.001',
  ])('%j accepts JSON', (header) => {
    expect(accepts(header, 'application/json')).toBe(true);
  });

  it.each([
    'text/html',
    'application/json;q=0',
    '*/*, application/json;q=0.0',
    'application/*;q=0',
    'text/*, image/*',
    'application/json;Q=0',
  ])('%j does not accept JSON', (header) => {
    expect(accepts(header, 'application/json')).toBe(false);
  });

  it('lists a type or a coding only where it is written', () => {
    expect(isListed('text/HTML,application/xhtml+xml,*/*;q=0.8', 'text/html')).toBe(true);
    expect(isListed('*/*', 'text/html')).toBe(false);
    expect(isListed('text/html;q=0, */*', 'text/html')).toBe(false);
    expect(isListed(undefined, 'text/html')).toBe(false);
    expect(isListed('br ; q=0.5, gzip;q=0', 'br')).toBe(true);
    expect(isListed('br, gzip;q=0.000', 'gzip')).toBe(false);
  });
});
