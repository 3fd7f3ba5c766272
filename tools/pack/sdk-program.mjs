/**
 * A plugin as an author writes it, with nothing but the package of the SDK. It sends itself the calls of a service, over
 * node:http and as a Web-standard handler, and prints `ok` with the runtime's name. It runs on Node 20, Bun and Deno.
 */
import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { Buffer } from 'node:buffer';
import { crc32 } from 'node:zlib';
import { createPlugin, embeddedPage, fileStore } from '@kushk/plugin-sdk';

const id = 'ir.acme.empty';
const installation = 'ins_1';
const origin = 'https://kushk.example';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** A credential of the form that the service issues: 30 characters and a checksum of six. */
function credential(prefix) {
  const body = `${prefix}_${[...randomBytes(30)].map((byte) => ALPHABET[byte % ALPHABET.length]).join('')}`;
  let checksum = '';
  for (let rest = crc32(body), place = 0; place < 6; place += 1, rest = Math.floor(rest / 62))
    checksum = ALPHABET[rest % 62] + checksum;
  return body + checksum;
}
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'EdDSA', use: 'sig', service_origins: [origin] };
const secret = credential('ks');
const now = () => Math.floor(Date.now() / 1000);

function issuerSignature(body) {
  const encode = (value) => Buffer.from(value).toString('base64url');
  const header = encode(JSON.stringify({ alg: 'EdDSA', kid: 'k1', typ: 'JWT', iss: origin, aud: id, iat: now() }));
  const signature = sign(null, Buffer.from(`${header}.${encode(body)}`), privateKey);
  return `${header}..${signature.toString('base64url')}`;
}

function call(value, secondsAgo = 0) {
  const body = JSON.stringify(value);
  const at = now() - secondsAgo;
  const hex = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
  return {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'service-installation-id': installation,
      'service-signature': `t=${at},v1=${hex}`,
      'service-issuer-signature': issuerSignature(body),
    },
  };
}

function expectEqual(actual, expected, what) {
  const [one, other] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (one !== other) throw new Error(`${what}: ${one} instead of ${other}`);
}

const folder = mkdtempSync(join(tmpdir(), 'sdk-program-'));
const lines = [];
const plugin = createPlugin({
  id,
  trust: { instanceKeys: { keys: [jwk] } },
  store: fileStore({ folder, key: randomBytes(32).toString('base64url') }),
  tools: { greet: ({ name }) => `سلام ${name}` },
  log: (line) => lines.push(line),
});
const server = createServer(plugin);
try {
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const node = (path, init) => fetch(`http://127.0.0.1:${server.address().port}${path}`, init);
  const web = (path, init) => plugin.fetch(new Request(`https://plugin.example${path}`, init));
  const installed = {
    event: 'installed',
    installation_id: installation,
    alias: 'inst_0123456789ABCDEFGHJK',
    api_base: `${origin}/i/${installation}/plugin/v1`,
    token: credential('ki'),
    signing_secret: secret,
    scopes: [],
    settings: {},
  };
  for (const [name, send] of Object.entries({ node, web })) {
    const answer = await send('/service/lifecycle', call(installed));
    expectEqual(answer.status, 200, `${name} installed ${JSON.stringify(lines.at(-1))}`);
    const greeting = { installation_id: installation, user_id: 'u1', arguments: { name: 'رضا' }, handle: 'kh_x' };
    const tool = await send('/service/tools/greet', call(greeting));
    expectEqual(await tool.json(), { content: 'سلام رضا' }, `${name} tool`);
    const stale = await send('/service/tools/greet', call(greeting, 301));
    expectEqual(stale.status, 401, `${name} stale call`);
  }
  const page = await embeddedPage(plugin, new Request(`https://p.example/app?installation_id=${installation}`), {
    title: 'App',
  });
  expectEqual(page.headers.get('content-security-policy').includes(`frame-ancestors ${origin}`), true, 'page');
  console.log(`ok ${'Bun' in globalThis ? 'bun' : 'Deno' in globalThis ? 'deno' : `node ${process.version}`}`);
} finally {
  server.closeAllConnections?.();
  server.close();
  rmSync(folder, { recursive: true, force: true });
}
