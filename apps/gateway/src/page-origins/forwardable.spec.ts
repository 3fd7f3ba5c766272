import { describe, expect, it } from '@jest/globals';
import { assertForwardable } from './forwardable.js';

const request = (url: string, method = 'GET', host = ['label.plugins.example']) => ({
  url,
  method,
  headersDistinct: { host },
});

describe('assertForwardable', () => {
  it.each([
    '/',
    '/app?path=/service/lifecycle',
    '/services',
    '/service2/list',
    '/a/service/events',
    '/customer-service/sara@acme.ir',
    '//cdn/x',
    '/files/%D9%81%D8%A7%DA%A9%D8%AA%D9%88%D8%B1%20%DB%B1.pdf',
    '/services/%D9%86%D8%A7%D9%85%E2%80%8C%D9%87%D8%A7',
    '/a/../b;v=1/100%25',
    '/x%2fy',
  ])('accepts %s', (url) => {
    expect(() => assertForwardable(request(url))).not.toThrow();
  });

  it.each(['http://label.plugins.example/app', '*', 'label.plugins.example:443', ''])(
    'refuses the address %s, which names a host or no path',
    (url) => {
      expect(() => assertForwardable(request(url))).toThrow('request.malformed');
    },
  );

  it.each(['/\u017fervice/x', '/\xc5\xbfervice/x', '/%c1%b3ervice/x', '/%ff', '/%2525252573ervice/x'])(
    'refuses the address %s, which is not ASCII or cannot be decoded',
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
    '/SERVICE/x',
    '/x/../service/x',
    '/%2e%2e/service/x',
    '/\\service/x',
    '/;/service/lifecycle',
    '/;a=b/service/lifecycle',
    '/.;/service/lifecycle',
    '/x/..;/service/lifecycle',
    '/x/..;v=1/service/lifecycle',
    '/x/%2e%2e;/service/lifecycle',
    '/%252e/service',
    '/%2573ervice/lifecycle',
    '/%u0073ervice/lifecycle',
    '/service%20/lifecycle',
    '/service./lifecycle',
    '/service%00/lifecycle',
    '/ser%09vice/lifecycle',
    '/ser%E2%80%8Bvice/lifecycle',
    '/service%3b/lifecycle',
    '/service%3f/lifecycle',
    '/service%23/x',
    '/app#/service/x',
    '/%2fservice/x',
    '/x%2f..%2fservice/x',
    '/%C5%BFervice/lifecycle',
    '/s%C3%A9rvice/lifecycle',
    '/%EF%BD%93ervice/lifecycle',
  ])('does not know %s, at which only the service calls', (url) => {
    expect(() => assertForwardable(request(url, 'POST'))).toThrow('route.not_found');
  });
});
