/** HTTP itself: what a request names twice, spells otherwise, or sends without end; and what anyone may ask. */
import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { root } from '../../../run/start/supervisor.js';
import { each, expectSeen, type Attack, type Gateways } from './attack.js';
import { call, exchange, statusOf, verdictOf } from './http.js';

export const severalHosts: Attack<Gateways> = {
  name: 'a request with two Host headers gets no answer of a route, in either order',
  plantedDefect: 'several-hosts',
  run: async (system) => {
    const orders = [system.hub, system.instance].flatMap((origin) => {
      const { host } = new URL(origin);
      return [`Host: ${host}\r\nHost: evil.example`, `Host: evil.example\r\nHost: ${host}`].map((hosts) => ({
        origin,
        hosts,
      }));
    });
    const seen = await each(
      orders,
      ({ origin, hosts }) => `${origin} ${hosts}`,
      async ({ origin, hosts }) =>
        statusOf(await exchange(origin, `GET /health/live HTTP/1.1\r\n${hosts}\r\nConnection: close\r\n\r\n`)),
    );
    return expectSeen(seen, '400');
  },
};

const smuggled: Attack = {
  name: 'no request is hidden in the body of another one',
  plantedDefect: 'lenient-http',
  group: 2,
  run: async (system) => {
    const { host } = new URL(system.instance);
    const head = `POST /session/sign-out HTTP/1.1\r\nHost: ${host}\r\n`;
    const requests: Readonly<Record<string, string>> = {
      'both lengths': `${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /x HTTP/1.1\r\nHost: x\r\n\r\n`,
      'two lengths': `${head}Content-Length: 0\r\nContent-Length: 5\r\n\r\nhello`,
      'obfuscated encoding': `${head}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
      'space before colon': `${head}Content-Length : 5\r\n\r\nhello`,
      'bare line feeds': `GET /health/live HTTP/1.1\nHost: ${host}\n\n`,
    };
    const seen = await each(
      Object.entries(requests),
      ([name]) => name,
      async ([, bytes]) => {
        const answer = await exchange(system.instance, bytes, { withinMs: 5_000 });
        return answer.split('HTTP/1.1 ').length > 2 ? 'two answers' : statusOf(answer);
      },
    );
    return expectSeen(seen, '400');
  },
};

const climbs = [
  ...['/assets/../index.html', '/assets/..%2findex.html', '/assets/%2e%2e/index.html', '/assets/..%5cindex.html'],
  ...['/assets/....//index.html', '/assets/%252e%252e/index.html', '/assets//etc/passwd', '/assets/..%00/index.html'],
  ...[
    '/docs/../../package.json',
    '/docs/..%2f..%2fpackage.json',
    '/sdk/../../../../etc/passwd',
    '/sdk/..%2f..%2f..%2fetc/passwd',
  ],
  ...['/errors/../../package.json', '/errors/..%2f..%2fpackage.json', '/assets/%c0%ae%c0%ae/index.html'],
];
const traversal: Attack = {
  name: 'no spelling of a path leaves the folder of the files, or is a defect in the log',
  plantedDefect: 'unmapped-file-errors',
  run: async (system) => {
    const targets = [system.hub, system.instance].flatMap((origin) => climbs.map((path) => origin + path));
    const seen = await each(targets, String, async (address) => {
      const { status, text } = await call('GET', address);
      if (/root:|"private"|"workspaces"/.test(text)) return 'a file';
      return status === 400 || status === 404 ? 'refused' : `${status} ${text.slice(0, 40)}`;
    });
    return expectSeen(seen, 'refused');
  },
};

export const publicListener: Attack<Gateways> = {
  name: 'metrics, and what is not ready, are not on a public port',
  plantedDefect: 'public-metrics',
  run: async (system) => {
    const paths = ['/metrics', '/metrics/', '/health', '/health/metrics'];
    const targets = [system.hub, system.instance].flatMap((origin) => paths.map((path) => origin + path));
    const seen = await each(targets, String, async (address) => (await call('GET', address)).status);
    const ready = await each(
      [system.hub, system.instance],
      (origin) => `${origin}/health/ready`,
      async (origin) =>
        Object.keys((await call('GET', `${origin}/health/ready`)).json).join() === 'status' ? 404 : 'reasons',
    );
    return expectSeen({ ...seen, ...ready }, '404');
  },
};

export const malformedBodies: Attack<Gateways> = {
  name: 'no body, header or parameter that is not as it must be fails a route, or changes a prototype',
  plantedDefect: 'lenient-json',
  run: async (system) => {
    const token = system.keys.acme;
    const bodies: Readonly<Record<string, string | Buffer>> = {
      '70 deep': `{"manifest":${'['.repeat(70)}${']'.repeat(70)}}`,
      'a million brackets': '['.repeat(1_000_000),
      'duplicate keys': '{"manifest":{},"manifest":{}}',
      'long number': `{"manifest":${'1'.repeat(900_000)}}`,
      prototype: '{"manifest":{"__proto__":{"x":1}}}',
      constructor: '{"manifest":{"constructor":{"prototype":{"x":1}}}}',
      escapes: `{"manifest":"${'\\u0041'.repeat(150_000)}"}`,
      'not UTF-8': Buffer.from('{"manifest":"\xff\xfe"}', 'latin1'),
      nothing: '',
    };
    const seen = await each(
      Object.entries(bodies),
      ([name]) => name,
      async ([, raw]) => {
        const headers = { 'content-type': 'application/json' };
        return await verdictOf('POST', `${system.hub}/developer/v1/checks`, { token, raw, headers });
      },
    );
    const nul = await verdictOf('GET', `${system.hub}/developer/v1/releases/a%00b/1.0.0`, { token });
    const malformed = Object.fromEntries(Object.keys(seen).map((name) => [name, '400 request.malformed']));
    const [invalid, unknown] = ['422 catalogue.manifest_invalid', '404 route.not_found'];
    return expectSeen(
      { ...seen, nul },
      { ...malformed, constructor: invalid, escapes: invalid, nothing: invalid, nul: unknown },
    );
  },
};

const noEnvironment: Attack = {
  name: 'a process that is not told its environment does not start',
  plantedDefect: 'development-by-default',
  run: async (system) => {
    const plan = system.plans.find(({ name }) => name === 'pages gateway')!;
    const { KUSHK_ENVIRONMENT: _, ...environment } = plan.environment;
    const ports = { KUSHK_HTTP_PORT: '0', KUSHK_HEALTH_PORT: '0' };
    const program = resolve(root, plan.program);
    const ended = await new Promise<string>((done) => {
      const env = { PATH: process.env['PATH'], ...environment, ...ports };
      const child = execFile(process.execPath, [program], { env, timeout: 20_000 }, (error, out, err) =>
        done(
          child.exitCode !== null && /KUSHK_ENVIRONMENT is not set/.test(out + err)
            ? 'does not start'
            : `runs ${error?.message.slice(0, 60)}`,
        ),
      );
    });
    return expectSeen({ gateway: ended }, 'does not start');
  },
};

const anonymousLoad: Attack = {
  name: 'callers without a credential are limited by address on every route that is theirs',
  plantedDefect: 'unlimited-callers',
  run: async (system) => {
    const paths = [
      `${system.hub}/.well-known/jwks.json`,
      `${system.instance}/.well-known/jwks.json`,
      `${system.hub}/errors/x`,
    ];
    const seen = await each(paths, String, async (address) => {
      const answers = await Promise.all(Array.from({ length: 400 }, () => call('GET', address)));
      return answers.some(({ status }) => status === 429) ? 'limited' : 'not limited';
    });
    return expectSeen(seen, 'limited');
  },
};

export const edgeAttacks: readonly Attack[] = [
  severalHosts,
  smuggled,
  traversal,
  publicListener,
  malformedBodies,
  noEnvironment,
];
/** Uses up the limit of this address, so it runs last. */
export const lastAttacks: readonly Attack[] = [anonymousLoad];
