/**
 * Pages of container plugins through a gateway. A container engine is not needed: a server of the proof is the
 * container, and the proof answers for the two services that know where it is, under their own NATS users.
 */
import { createServer, type AddressInfo } from 'node:net';
import { containers, installation, LEASE_MS } from '@kushk/contracts';
import { StubServices } from '../../../../apps/gateway/test/stub-services.js';
import { each, expectSeen, type Attack } from './attack.js';
import { exchange, statusOf } from './http.js';
import { pagesScope, type ProductionSystem } from './production-system.js';

/** Stands in a request for the host of the container's page. */
const host = 'HOST';
let containersStarted = 0;
const plainAnswer = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';
const answerWithinMs = 3_000;
const answerAfterMs = 30;

interface Container {
  /** Sends bytes to the gateway. Returns what the browser got, and what the container. */
  send(bytes: string): Promise<{ readonly browser: string; readonly container: string }>;
}

async function withContainer<Result>(
  system: ProductionSystem,
  answer: string,
  work: (container: Container) => Promise<Result>,
): Promise<Result> {
  containersStarted += 1;
  // A gateway remembers where the container of a label is.
  const label = String(containersStarted).padStart(26, 'a');
  let received = '';
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      if (received.includes('\r\n\r\n')) setTimeout(() => socket.end(answer, 'latin1'), answerAfterMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stubs = await Promise.all(
    (['installation', 'containers'] as const).map((service) =>
      StubServices.on(system.natsUrlOf(pagesScope, service), pagesScope),
    ),
  );
  const found = { organisation_id: 'org_1', installation_id: `ins_${label}`, status: 'installed' } as const;
  await stubs[0]!.respond(installation.findPageHost, () => ({
    accepted: true,
    reply: { host: found, lease_ms: LEASE_MS },
    replayed: false,
  }));
  await stubs[1]!.respond(containers.findAddress, () => ({ accepted: true, reply: { address }, replayed: false }));
  try {
    return await work({
      send: async (bytes) => {
        received = '';
        const browser = await exchange(system.pages, bytes.replaceAll(host, `${label}.plugins.example.com`), {
          withinMs: answerWithinMs,
        });
        return { browser, container: received };
      },
    });
  } finally {
    await Promise.all(stubs.map((stub) => stub.stop()));
    server.close();
  }
}

const request = (path: string, headers: readonly string[] = [], method = 'GET'): string =>
  [`${method} ${path} HTTP/1.1`, `Host: ${host}`, 'Connection: close', ...headers, '', ''].join('\r\n');

const spellings = [
  ...['/service/lifecycle', '/SERVICE/x', '/%73ervice/x', '//service/x', '/x/../service/x', '/service;a/x'],
  ...['/%2e%2e/service/x', '/\\service/x', '/;/service/lifecycle', '/;a=b/service/lifecycle', '/.;/service/lifecycle'],
  ...[
    '/x/..;/service/lifecycle',
    '/x/..;v=1/service/lifecycle',
    '/x/%2e%2e;/service/lifecycle',
    '/%2573ervice/lifecycle',
  ],
  ...['/service%20/lifecycle', '/service./lifecycle', '/service%00/lifecycle', '/service%3b/lifecycle'],
  ...['/service%3f/lifecycle', '/service%23/x', '/%C5%BFervice/lifecycle', '/%u0073ervice/x', '/%EF%BD%93ervice/x'],
];
const callsOfService: Attack = {
  name: 'no spelling of /service reaches a container from a browser',
  plantedDefect: 'service-path-for-anyone',
  run: (system) =>
    withContainer(system, plainAnswer, async ({ send }) => {
      const seen = await each(spellings, String, async (path) => {
        const { browser, container } = await send(request(path, [], 'POST'));
        return container === '' && /^4\d\d$/.test(statusOf(browser)) ? 'refused' : `passed on ${statusOf(browser)}`;
      });
      const socket = ['Upgrade: websocket', 'Sec-WebSocket-Key: x', 'Sec-WebSocket-Version: 13'];
      const upgrade = request('/service/ws', socket).replace('Connection: close', 'Connection: Upgrade');
      const { container } = await send(upgrade);
      const open = await send(request('/a'));
      return expectSeen(
        {
          ...seen,
          websocket: container === '' ? 'refused' : 'passed on',
          '/a': open.container === '' ? 'not passed on' : 'refused',
        },
        'refused',
      );
    }),
};

const claims: Readonly<Record<string, string>> = {
  'Service-Signature': 't=1,v1=x',
  Service_Signature: 't=1,v1=x',
  'Service-Installation-Id': 'ins_x',
  service_installation_id: 'ins_x',
  'X-Forwarded-For': '6.6.6.6',
  x_forwarded_for: '6.6.6.6',
  Forwarded: 'for=6.6.6.6',
  'X-Real-IP': '6.6.6.6',
  'True-Client-IP': '6.6.6.6',
  'CF-Connecting-IP': '6.6.6.6',
  'X-Original-URL': '/service/lifecycle',
  'X-Rewrite-URL': '/service/lifecycle',
  'X-HTTP-Method-Override': 'DELETE',
};
const claimedHeaders: Attack = {
  name: "a browser's claims about address, path, method and signature, and our cookies, do not reach a container",
  plantedDefect: 'claims-pass',
  run: (system) =>
    withContainer(system, plainAnswer, async ({ send }) => {
      const cookie = 'Cookie: __Host-kushk-i1=secret; own=1; kushk_language=fa;__Secure-kushk-i1-id-token=secret';
      const lines = Object.entries(claims).map(([name, value]) => `${name}: ${value}`);
      const { container } = await send(request('/a', [...lines, cookie]));
      const arrived = Object.values({ ...claims, cookie: 'secret' }).filter((value) => container.includes(value));
      const own = /cookie: own=1\r/i.test(container) ? 'none' : `cookie: ${container.slice(0, 80)}`;
      return expectSeen({ claims: arrived.length === 0 ? 'none' : arrived.join(), own }, 'none');
    }),
};

const smuggled: Readonly<Record<string, string>> = {
  'both lengths': `POST /a HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /evil HTTP/1.1\r\nHost: x\r\n\r\n`,
  'two lengths': `POST /a HTTP/1.1\r\nHost: ${host}\r\nContent-Length: 0\r\nContent-Length: 30\r\n\r\nGET /evil HTTP/1.1\r\nHost: x\r\n\r\n`,
  'Connection: content-length': `POST /a HTTP/1.1\r\nHost: ${host}\r\nConnection: content-length, host, close\r\nContent-Length: 18\r\n\r\nGET /evil HTTP/1.1`,
  'obfuscated encoding': `POST /a HTTP/1.1\r\nHost: ${host}\r\nTransfer-Encoding: xchunked\r\n\r\nGET /evil HTTP/1.1\r\n\r\n`,
  'absolute form': `GET http://127.0.0.1/evil HTTP/1.1\r\nHost: ${host}\r\n\r\n`,
  'two hosts': `GET /evil HTTP/1.1\r\nHost: ${host}\r\nHost: 127.0.0.1\r\n\r\n`,
  'host with user info': `GET /evil HTTP/1.1\r\nHost: x@${host}\r\n\r\n`,
  'h2c upgrade': request('/a', ['Upgrade: h2c', 'HTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA']).replace(
    'close',
    'Upgrade, HTTP2-Settings',
  ),
  TRACE: request('/evil', [], 'TRACE'),
};
const hiddenRequests: Attack = {
  name: 'no request to a container hides another one, or names another host',
  plantedDefect: 'absolute-addresses-pass',
  run: (system) =>
    withContainer(system, plainAnswer, async ({ send }) => {
      const seen = await each(
        Object.entries(smuggled),
        ([name]) => name,
        async ([, bytes]) => {
          const { browser, container } = await send(bytes);
          const [head = '', body = ''] = container.split('\r\n\r\n');
          const isHidden =
            /^(?:GET|TRACE) .*evil/m.test(head) || (body.includes('evil') && !/content-length: 18/i.test(head));
          return isHidden || browser.split('HTTP/1.1 ').length > 2 || /upgrade: h2c/i.test(head) ? 'hidden' : 'sound';
        },
      );
      return expectSeen(seen, 'sound');
    }),
};

const answerHeaders = [
  ...[
    'HTTP/1.1 200 OK',
    'Content-Length: 2',
    'Set-Cookie: a=1; Domain=example.com; SameSite=Lax',
    'X-Frame-Options: ALLOWALL',
  ],
  ...['Content-Security-Policy: frame-ancestors *, default-src *;frame-ancestors *', 'Clear-Site-Data: "*"'],
  ...['X-Accel-Redirect: /etc/passwd', 'Strict-Transport-Security: max-age=1', 'Connection: set-cookie, x-y', 'X-Y: 1'],
];
const answersOfContainer: Attack = {
  name: 'a container neither lets others embed its page nor sets cookies of others, clears data or redirects a proxy',
  plantedDefect: 'container-headers-pass',
  run: (system) =>
    withContainer(system, `${answerHeaders.join('\r\n')}\r\n\r\nok`, async ({ send }) => {
      const { browser } = await send(request('/a'));
      const found = (pattern: RegExp): string => (pattern.test(browser) ? 'passed' : 'removed');
      return expectSeen(
        {
          Domain: found(/domain=example\.com/i),
          'X-Frame-Options': found(/^x-frame-options/im),
          'frame-ancestors': found(/frame-ancestors \*/i),
          'Clear-Site-Data': found(/^clear-site-data/im),
          'X-Accel-Redirect': found(/^x-accel-redirect/im),
          'Strict-Transport-Security': found(/^strict-transport/im),
          'X-Y': found(/^x-y/im),
          'our frame-ancestors': browser.includes(`frame-ancestors ${system.instance}`) ? 'removed' : 'missing',
        },
        'removed',
      );
    }),
};

const brokenAnswers: Readonly<Record<string, string>> = {
  'two lengths': 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 40\r\n\r\nokHTTP/1.1 200 OK\r\nX: 1\r\n\r\n',
  'unasked 101': 'HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nHTTP/1.1 200 OK\r\n\r\n',
  'length and chunks': 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\n',
};
const secondAnswer: Attack = {
  name: 'no answer of a container is read as two, or changes the protocol unasked',
  plantedDefect: 'lenient-containers',
  run: async (system) => {
    const seen = await each(
      Object.entries(brokenAnswers),
      ([name]) => name,
      ([, answer]) => withContainer(system, answer, async ({ send }) => statusOf((await send(request('/a'))).browser)),
    );
    return expectSeen(seen, '503');
  },
};

export const pageProxyAttacks: readonly Attack[] = [
  ...[callsOfService, claimedHeaders, hiddenRequests, answersOfContainer, secondAnswer],
];
