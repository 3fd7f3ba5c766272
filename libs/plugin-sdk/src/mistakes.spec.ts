/** Makes the mistakes in calls of docs/guide/mistakes.yaml: the SDK answers and logs what the table says. */
import { createServer, type RequestListener } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { issuerJwk, newCredential, newSigningKey, signCall, signIssuer } from '@kushk/credentials';
import express from 'express';
import { parse } from 'yaml';
import { createPlugin, fileStore, type Plugin, type PluginDefinition, type PluginLogLine } from './index.js';

interface CallMistake {
  readonly key: string;
  readonly en: string;
  readonly answer: string;
  readonly log: string;
}
const file = new URL('../../../docs/guide/mistakes.yaml', import.meta.url);
const { calls } = parse(readFileSync(file, 'utf8')) as { readonly calls: readonly CallMistake[] };

const ID = 'ir.acme.invoices';
const INSTALLATION = 'ins_1';
const ORIGIN = 'https://kushk.example';
const MINUTE_SECONDS = 60;
const issuer = newSigningKey();
const secret = newCredential('ks');
const installed = {
  event: 'installed',
  installation_id: INSTALLATION,
  alias: 'inst_1',
  api_base: `${ORIGIN}/i/${INSTALLATION}/plugin/v1`,
  token: newCredential('ki'),
  signing_secret: secret,
  scopes: [],
  settings: {},
};
const call = { installation_id: INSTALLATION, user_id: 'u1', arguments: { number: '12' }, handle: 'kh_x' };

interface Sending {
  readonly signedWith?: string;
  readonly secondsAgo?: number;
  readonly installation?: string;
  /** The body that arrives, if it is not the one that was signed. */
  readonly arrives?: string;
}

function requestOf(
  value: object,
  { signedWith = secret, secondsAgo = 0, installation = INSTALLATION, arrives }: Sending = {},
): RequestInit {
  const body = JSON.stringify(value);
  const at = Math.floor(Date.now() / 1000) - secondsAgo;
  return {
    method: 'POST',
    body: arrives ?? body,
    headers: {
      'content-type': 'application/json',
      'service-installation-id': installation,
      'service-signature': signCall(signedWith, body, at),
      'service-issuer-signature': signIssuer(issuer, { iss: ORIGIN, aud: ID, iat: at }, body),
    },
  };
}

describe('a mistake in a call to a plugin', () => {
  let folder: string;
  let lines: PluginLogLine[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'plugin-mistakes-'));
    lines = [];
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const pluginOf = (over: Partial<PluginDefinition> = {}): Plugin =>
    createPlugin({
      id: ID,
      trust: { instanceKeys: { keys: [issuerJwk(issuer, [ORIGIN])] } },
      store: fileStore({ folder, key: Buffer.alloc(32, 7).toString('base64url') }),
      tools: { find_invoice: () => 'found' },
      log: (line) => lines.push(line),
      ...over,
    });

  /** Sends a request to a server with this listener. Returns status and body. */
  async function answerOf(listener: RequestListener, path: string, init: RequestInit): Promise<string> {
    const server = createServer(listener);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, init);
    const answer = `${response.status} ${await response.text()}`;
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    return answer;
  }
  const lifecycle = (listener: RequestListener): Promise<string> =>
    answerOf(listener, '/service/lifecycle', requestOf(installed));

  async function toolCall(init: RequestInit): Promise<string> {
    const plugin = pluginOf();
    expect(await lifecycle(plugin)).toMatch(/^200 /);
    return answerOf(plugin, '/service/tools/find_invoice', init);
  }
  function parsedBefore(): RequestListener {
    const plugin = pluginOf();
    const app = express();
    app.use(express.json());
    app.use((request, response) => plugin(request, response));
    return app as RequestListener;
  }

  const mistakes: Readonly<Record<string, () => Promise<string>>> = {
    unsigned: () => toolCall({ method: 'POST', body: JSON.stringify(call) }),
    parsed: () => lifecycle(parsedBefore()),
    clock: () => toolCall(requestOf(call, { secondsAgo: 6 * MINUTE_SECONDS })),
    secret: () => toolCall(requestOf(call, { signedWith: newCredential('ks') })),
    lost: () => toolCall(requestOf(call, { installation: 'ins_2' })),
    changed: () => toolCall(requestOf(call, { arrives: JSON.stringify(call, null, 2) })),
    issuer: () => lifecycle(pluginOf({ id: 'ir.acme.other' })),
    trust: () => lifecycle(pluginOf({ trust: { hubKeys: { keys: [issuerJwk(newSigningKey(), [ORIGIN])] } } })),
  };

  it.each(calls)('gets the answer of the table and logs its text: $en', async ({ key, answer, log }) => {
    expect(await mistakes[key]!()).toBe(answer);
    expect(lines.at(-1)?.error).toBe(log);
  });

  it('is answered with success and logged without a text when there is no mistake', async () => {
    expect(await toolCall(requestOf(call))).toBe('200 {"content":"found"}');
    expect(lines.at(-1)?.error).toBeUndefined();
  });
});
