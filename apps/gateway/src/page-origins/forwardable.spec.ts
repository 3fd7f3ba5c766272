import { describe, expect, it } from '@jest/globals';
import { assertForwardable } from './forwardable.js';

const request = (url: string, method = 'GET', host = ['label.plugins.example']) => ({
  url,
  method,
  headersDistinct: { host },
});

describe('assertForwardable', () => {
  it.each(['/', '/app?path=/service/lifecycle', '/services', '/a/service/events', '//cdn/x'])('accepts %s', (url) => {
    expect(() => assertForwardable(request(url))).not.toThrow();
  });

  it.each(['http://label.plugins.example/app', '*', 'label.plugins.example:443', ''])(
    'refuses the address %s, which names a host or no path',
    (url) => {
      expect(() => assertForwardable(request(url))).toThrow('request.malformed');
    },
  );

  it('refuses several hosts, and methods that repeat a request', () => {
    expect(() => assertForwardable(request('/', 'GET', ['a.plugins.example', 'b.plugins.example']))).toThrow(
      'request.malformed',
    );
    expect(() => assertForwardable(request('/', 'TRACE'))).toThrow('request.method_not_allowed');
  });

  it.each([
    '/service/lifecycle',
    '/service/events?x=1',
    '//service/tools/look',
    '/./service/events',
    '/app/../service/events',
    '/%73ervice/events',
    '/Service/Events',
    '/app\\..\\service/events',
    '/app/%2e%2e/service/events',
    '/service;x=1/events',
    '/service',
  ])('does not know %s, at which only the service calls', (url) => {
    expect(() => assertForwardable(request(url, 'POST'))).toThrow('route.not_found');
  });
});
