/** Makes the mistakes of docs/guide/mistakes.yaml on the running system: people see what the table says. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecordingPlugin } from '@kushk/testing';
import { CommandMistakes } from '../parties/command-mistakes.js';
import { installed, manifestOf, type Installed } from '../parties/invoices.js';
import { commandMistakes, languages, requestMistakes } from '../parties/mistakes.js';
import { newPublisher, unique, type Publisher } from '../parties/parties.js';
import { runConcurrently } from '../pages/run-concurrently.js';
import { system } from '../system/the-system.js';

/** The answer takes ten seconds, and another test waits for it already (../hostile/bad-plugin.e2e-spec.ts). */
const elsewhere = ['tool.timeout'];

interface Problem {
  readonly code: string;
  readonly title: string;
  readonly detail?: string;
  readonly type: string;
  readonly params: { readonly problems?: readonly Readonly<Record<'path' | 'message' | 'message_fa', string>>[] };
}

function textOf({ title, detail = title, params }: Problem, language: 'en' | 'fa'): string {
  const problems = params.problems ?? [];
  return [detail, ...problems.map((one) => `${one.path} ${language === 'fa' ? one.message_fa : one.message}`)].join(
    ': ',
  );
}

let publisher: Publisher;
let plugin: RecordingPlugin;
let here: Installed;
let commands: CommandMistakes;

beforeAll(async () => {
  [publisher, plugin] = await Promise.all([newPublisher('newcomer'), RecordingPlugin.start()]);
  const manifest = manifestOf({
    id: `ir.${unique('newcomer')}.invoices`,
    publisher: publisher.id,
    baseUrl: plugin.baseUrl,
  });
  here = await installed(publisher, plugin, manifest);
  commands = await CommandMistakes.prepare(publisher, { id: manifest.id });
});
afterAll(async () => {
  commands.close();
  await plugin.stop();
});

describe('a mistake on the command line', () => {
  const runs = commandMistakes.flatMap((mistake) => languages.map((language) => ({ ...mistake, mistake, language })));
  const check = runConcurrently(runs, async ({ mistake, language }) => {
    const { exit, sees } = mistake;
    expect(await commands.run(mistake, language)).toEqual({ exit, text: sees[language].trimEnd() });
  });

  it.each(runs)('ends with the exit code and the text of the table: $en ($language)', check);
});

describe('a mistake in a call to the API', () => {
  const hub = (path: string, init: RequestInit = {}, key = publisher.key): [string, RequestInit] => [
    `${system.hub}/developer/v1${path}`,
    { ...init, headers: { authorization: `Bearer ${key}`, ...init.headers } },
  ];
  const api = (path: string, init: RequestInit = {}): [string, RequestInit] => [
    `${here.credentials.api_base}${path}`,
    { ...init, headers: { authorization: `Bearer ${here.credentials.token}`, ...init.headers } },
  ];
  const json = (body: object, headers: Readonly<Record<string, string>> = {}): RequestInit => ({
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  });
  const wallet = (path: string, body: object, headers = { 'idempotency-key': unique('key') }): [string, RequestInit] =>
    api(`/wallet/${path}`, json(body, headers));
  const source = { external_id: 'x', kind: 'document', title: 'x', content_type: 'text/plain', content: 'x' };

  const requests: Readonly<Record<string, () => [string, RequestInit]>> = {
    'auth.publisher_key_invalid': () => hub('/plugins', {}, publisher.key.slice(0, -4)),
    'catalogue.publisher_mismatch': () =>
      hub('/releases', json({ manifest: { ...here.manifest, publisher: 'someone-else' } })),
    'catalogue.version_exists': () => hub('/releases', json({ manifest: here.manifest })),
    'auth.token_invalid': () => {
      const [url, init] = api('/installation');
      return [url.replace(here.id, `${here.id.slice(0, -4)}0000`), init];
    },
    'auth.scope_missing': () => api('/sources', json({ ...source, occurred_at: '2026-11-20T00:00:00Z' })),
    'idempotency.key_required': () => api('/wallet/consume', json({ service: 'ocr.page', count: 1 })),
    'request.unsupported_media_type': () => api('/wallet/consume', { method: 'POST', body: '{"service":"ocr.page"}' }),
    'request.invalid': () => wallet('consume', { service: 'ocr.page', count: '1' }),
    'wallet.insufficient_balance': () => wallet('consume', { service: 'ocr.page', count: 1 }),
  };

  it.each(requestMistakes.filter(({ code }) => !elsewhere.includes(code)))(
    'gets the problem of the table: $en ($code)',
    async ({ code, sees }) => {
      const [url, init] = requests[code]!();
      for (const language of languages) {
        const response = await fetch(url, { ...init, headers: { ...init.headers, 'accept-language': language } });
        const problem = (await response.json()) as Problem;
        expect(response.ok).toBe(false);
        expect({ code: problem.code, sees: textOf(problem, language) }).toEqual({ code, sees: sees[language] });
        // The address in the problem, from which the person learns what to do.
        const page = await fetch(problem.type, { headers: { accept: 'text/html', 'accept-language': language } });
        expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('id="fix"')]);
      }
    },
  );
});
