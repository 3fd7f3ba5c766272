import { describe, expect, it } from '@jest/globals';
import { headersForBrowser, headersForContainer } from './forwarded-headers.js';

const service = { serviceOrigin: 'http://127.0.0.1:8081' };
const forward = (headers: Record<string, string>) =>
  headersForContainer({
    ...service,
    headers,
    pageOrigin: 'http://label.localhost:8081',
    clientIp: '203.0.113.9',
    requestId: 'req_1',
  });

describe('headersForContainer', () => {
  it('says itself where a request comes from, whatever the browser says', () => {
    const sent = forward({
      host: 'LABEL.localhost',
      forwarded: 'for=1.2.3.4',
      via: '1.1 proxy',
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-prefix': '/x',
      'x-real-ip': '1.2.3.4',
      'x-request-id': 'given',
      accept: 'text/html',
    });
    expect(sent).toEqual({
      host: 'label.localhost:8081',
      connection: 'keep-alive',
      'x-forwarded-for': '203.0.113.9',
      'x-forwarded-host': 'label.localhost:8081',
      'x-forwarded-proto': 'http',
      'x-request-id': 'req_1',
      'service-origin': 'http://127.0.0.1:8081',
      accept: 'text/html',
    });
  });

  it.each([
    'service_signature',
    'service_installation_id',
    'service.origin',
    'x_forwarded_for',
    'x-forwarded',
    'x-original-url',
    'x-rewrite-url',
    'x-http-method-override',
    'x-http-method',
    'x-method-override',
    'true-client-ip',
    'fastly-client-ip',
    'x-client-ip',
    'x-cluster-client-ip',
    'cf-connecting-ip',
    'x-envoy-external-address',
    'x-remote-user',
    'proxy',
  ])('does not pass on %s, which a server could take for what the gateway or a proxy says', (name) => {
    expect(forward({ [name]: 'x' })).not.toHaveProperty([name]);
  });

  it('passes on what the page itself says', () => {
    const own = {
      'x-requested-with': 'fetch',
      'x-csrf-token': '1',
      'sec-fetch-site': 'same-origin',
      range: 'bytes=0-',
    };
    expect(forward(own)).toMatchObject(own);
  });

  it('passes on no signature and no cookie of the service, but what the page sends its own server', () => {
    const sent = forward({
      authorization: 'Bearer of-the-page',
      cookie: '__Host-kushk-i1=secret; own=1; __Secure-kushk-i1-id-token=x; kushk_language=fa; mine=2',
      'service-handle': 'kh_1',
      'service-signature': 't=1,v1=x',
      'service-issuer-signature': 'x',
      'service-installation-id': 'ins_other',
    });
    expect(sent).toMatchObject({
      authorization: 'Bearer of-the-page',
      cookie: 'own=1; mine=2',
      'service-handle': 'kh_1',
    });
    expect(
      Object.keys(sent)
        .filter((name) => name.startsWith('service-'))
        .sort(),
    ).toEqual(['service-handle', 'service-origin']);
  });

  it('removes the headers of the connection, and keeps the length of the body though it is named', () => {
    const sent = forward({
      connection: 'keep-alive, X-Secret, content-length, x-forwarded-for',
      'x-secret': '1',
      'keep-alive': 'timeout=5',
      te: 'trailers',
      upgrade: 'h2c',
      'content-length': '3',
    });
    expect(Object.keys(sent).sort()).toEqual([
      'connection',
      'content-length',
      'host',
      'service-origin',
      'x-forwarded-for',
      'x-forwarded-host',
      'x-forwarded-proto',
      'x-request-id',
    ]);
    expect(forward({ 'transfer-encoding': 'gzip, chunked', connection: 'transfer-encoding' })).toMatchObject({
      'transfer-encoding': 'chunked',
    });
  });
});

describe('headersForBrowser', () => {
  it('lets only the service embed the page, beside the policies of the plugin', () => {
    const given = {
      'x-frame-options': ['DENY'],
      'content-security-policy': [
        "default-src 'self'; Frame-Ancestors *; img-src data:, frame-ancestors 'none'",
        "frame-ancestors http://evil.example ; script-src 'self'",
      ],
    };
    expect(headersForBrowser(given, service)).toEqual({
      'referrer-policy': 'same-origin',
      'content-security-policy': [
        "default-src 'self'; img-src data:",
        "script-src 'self'",
        'frame-ancestors http://127.0.0.1:8081',
      ],
    });
  });

  it('keeps cookies for the host of the installation, in another site', () => {
    const given = {
      'set-cookie': [
        'a=1; Domain=localhost; Path=/x; HttpOnly; Expires=Wed, 21 Oct 2026 07:28:00 GMT',
        '__Host-b=2;domain=.plugins.example;SameSite=Strict;secure;PATH=/',
        'c="x;y"; Partitioned; Max-Age=5',
      ],
    };
    expect(headersForBrowser(given, service)['set-cookie']).toEqual([
      'a=1; Path=/x; HttpOnly; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Secure; SameSite=None; Partitioned',
      '__Host-b=2; PATH=/; Secure; SameSite=None; Partitioned',
      'c="x; y"; Max-Age=5; Secure; SameSite=None; Partitioned',
    ]);
  });

  it('removes what is for the connection, for proxies and for other hosts', () => {
    const given = {
      connection: ['close, x-hop'],
      'x-hop': ['1'],
      'transfer-encoding': ['chunked'],
      'x-accel-redirect': ['/internal'],
      'x-sendfile': ['/etc/passwd'],
      'alt-svc': ['h3="evil.example:443"'],
      'clear-site-data': ['"cookies"'],
      'strict-transport-security': ['max-age=1'],
      'service-signature': ['x'],
      link: ['</a>', '</b>'],
      'referrer-policy': ['no-referrer'],
      'content-type': ['text/event-stream; charset=utf-8'],
    };
    expect(headersForBrowser(given, service)).toEqual({
      link: ['</a>', '</b>'],
      'referrer-policy': 'no-referrer',
      'content-type': 'text/event-stream; charset=utf-8',
      'content-security-policy': ['frame-ancestors http://127.0.0.1:8081'],
      'x-accel-buffering': 'no',
    });
  });
});
