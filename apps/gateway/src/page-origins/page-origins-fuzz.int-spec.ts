/** Fuzzes the host of a container plugin's page. `KUSHK_FUZZ_SEED` repeats a run; a failure prints its seed. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { containers, installation } from '@kushk/contracts';
import { hostileHeader, hostileSegment } from '@kushk/testing/fuzz/generators';
import fc, { type Arbitrary } from 'fast-check';
import { ContainerServer } from '../../test/container-server.js';
import { accepted } from '../../test/outcomes.js';
import { startGateway, type GatewayUnderTest } from '../../test/start-gateway.js';

const seed = Number(process.env['KUSHK_FUZZ_SEED'] ?? 1_405);
const RUNS = 100;
const AT_ONCE = 8;
const LABEL = '0123456789abcdefghjkmnpqrs';
/** The value of headers that no browser may send to a container. */
const CLAIM = 'claimed-by-the-browser';

const segment: Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'service',
    'Service',
    '%73ervice',
    '%2573ervice',
    '%C5%BFervice',
    'service;x',
    'service%20',
    ';service',
  ),
  fc.constantFrom('..', '.', '', '%2e%2e', '..;', '.;', ';', '%2f', '%5c..', '%252e%252e', '%00', '%u0073ervice'),
  fc.constantFrom('lifecycle', 'app', 'a%2Fservice', 'app%5c..%5cservice', 'service%2fx', 'service?x', 'service%3fx'),
  hostileSegment,
);
const claim: Arbitrary<string> = fc
  .constantFrom(
    ...['Service-Signature', 'service_signature', 'Service_Installation_Id', 'X-Original-URL', 'X-Rewrite-URL'],
    ...['X-HTTP-Method-Override', 'X-Forwarded-For', 'x_forwarded_host', 'Forwarded', 'True-Client-IP'],
    ...['CF-Connecting-IP', 'Proxy-Authorization'],
  )
  .map((name) => `${name}: ${CLAIM}`);
const header: Arbitrary<string> = fc.oneof(
  claim,
  fc.constantFrom(
    `Cookie: own=1; __Host-kushk-i1=${CLAIM}`,
    'Content-Length: 0',
    'Transfer-Encoding: x',
    'Upgrade: h2c',
  ),
  hostileHeader.map((value) => `X-Own: ${value}`),
);
const request: Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('GET', 'HEAD', 'POST', 'DELETE', 'TRACE', 'PROPFIND', 'get'),
    fc.array(segment, { minLength: 1, maxLength: 4 }),
    fc.array(header, { maxLength: 3 }),
  )
  .map(([method, segments, headers]) =>
    [
      `${method} /${segments.join('/')} HTTP/1.1`,
      `Host: ${LABEL}.plugins.test`,
      ...headers,
      'Connection: close',
      '',
      '',
    ].join('\r\n'),
  );

describe(`the host of a page, fuzzed with seed ${seed},`, () => {
  let gateway: GatewayUnderTest;
  let container: ContainerServer;

  beforeAll(async () => {
    gateway = await startGateway('instance', { KUSHK_PLUGIN_DOMAIN: 'plugins.test' });
    container = await ContainerServer.start();
    const host = { organisation_id: 'org_1', installation_id: 'ins_1', status: 'installed' } as const;
    await gateway.services.respond(installation.findPageHost, () => accepted({ host }));
    await gateway.services.respond(containers.findAddress, () => accepted({ address: container.address }));
  });
  afterAll(async () => {
    await gateway?.stop();
    await container?.stop();
  });

  it('answers every request, and passes no call of the service and no claim of the browser on', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(request, { minLength: AT_ONCE, maxLength: AT_ONCE }), async (requests) => {
        container.received.length = 0;
        for (const response of await Promise.all(requests.map((one) => send(gateway.port, one)))) {
          expect(response).toMatch(/^HTTP\/1\.1 [234]\d\d /);
          expect(response).not.toMatch(/node_modules|\.ts:\d|TypeError/);
        }
        for (const { url, headers } of container.received) {
          expect(readingsOf(url).filter((first) => first === 'service')).toEqual([]);
          expect(JSON.stringify(headers)).not.toContain(CLAIM);
        }
      }),
      { numRuns: RUNS, seed, endOnFailure: true },
    );
  });
});

function send(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
  return text(socket);
}

/** The first segment of a path as servers read it: decoded once or twice, with or without parameters and dots. */
function readingsOf(url: string): readonly string[] {
  const once = decoded(url.split('?', 1)[0]!);
  return [once, decoded(once)].flatMap((path) =>
    [path, path.replace(/;[^/]*/g, '')].flatMap((one) => {
      const segments = one.split(/[/\\]/).filter((part) => part !== '' && part !== '.');
      return [segments, resolved(segments)].map(([first = '']) => first.normalize('NFKC').trim().toLowerCase());
    }),
  );
}

function resolved(segments: readonly string[]): readonly string[] {
  return segments.reduce<readonly string[]>((path, part) => (part === '..' ? path.slice(0, -1) : [...path, part]), []);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
