import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { isDeepStrictEqual } from 'node:util';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '@kushk/embedded';
import { eventually } from '@kushk/testing';
import { admin, pluginApi, unique } from '../parties/parties.js';
import { granted } from '../parties/client.js';
import { system } from '../system/the-system.js';

const KUSHK = fileURLToPath(new URL('../../../cli/bin/kushk.mjs', import.meta.url));
/** Gives the command a terminal, and passes it what this process writes. */
const IN_TERMINAL = ['-c', 'import pty,sys; sys.exit(pty.spawn(sys.argv[1:]) >> 8)'];

type Entry = Readonly<Record<string, unknown>>;

/** What a command shows only when the machine is slow. */
const PROGRESS_LINES = /^.* … \S+ s\n/gm;

class Command {
  out = '';
  private constructor(readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text: string) => {
        this.out += text;
      });
  }

  static start(program: string, args: readonly string[], folder: string): Command {
    const environment = {
      PATH: process.env['PATH'],
      TERM: 'xterm',
      LANG: 'C',
      KUSHK_DATA_DIR: system.dataDir,
    };
    return new Command(spawn(program, args, { cwd: folder, env: environment, stdio: 'pipe' }));
  }

  get entries(): readonly Entry[] {
    return this.out.split('\n').flatMap((line) => (line.startsWith('{"kind"') ? [JSON.parse(line) as Entry] : []));
  }

  /** Waits for an entry with at least these fields. */
  entry(fields: Entry): Promise<Entry> {
    return eventually(() => {
      const found = this.entries.find((entry) => Object.entries(fields).every(([key, value]) => entry[key] === value));
      if (found === undefined) throw new Error(`no ${JSON.stringify(fields)} in ${this.out}`);
      return found;
    });
  }

  ended(): Promise<number | null> {
    if (this.child.exitCode !== null) return Promise.resolve(this.child.exitCode);
    return new Promise((resolve) => this.child.once('close', resolve));
  }
}

describe('kushk dev', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kushk-dev-'));
  const id = `ir.${unique('dev')}.reminders`;
  const manifest = join(folder, 'manifest.yaml');
  let url: string;
  const started: Command[] = [];

  const kushk = (...args: readonly string[]): Command => {
    const command = Command.start(process.execPath, [KUSHK, ...args], folder);
    started.push(command);
    return command;
  };
  const result = async (...args: readonly string[]): Promise<{ exitCode: number | null; out: string }> => {
    const command = kushk(...args);
    return { exitCode: await command.ended(), out: command.out.replace(PROGRESS_LINES, '') };
  };
  beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    const options = ['--template', 'python', '--id', id, '--port', String(port), '--publisher', system.publisher.id];
    expect(await result('plugin', 'new', '.', ...options)).toMatchObject({ exitCode: 0 });
  });
  afterEach(async () => {
    for (const command of started.splice(0)) {
      command.child.kill('SIGINT');
      await command.ended();
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('installs the plugin of the folder, and shows the calls in both directions and the proposals that wait', async () => {
    const dev = kushk('dev', '--json', '--mu', '50');
    expect(await dev.entry({ kind: 'call_out', channel: 'lifecycle', type: 'installed' })).toMatchObject({
      status: 200,
      attempt: 1,
      error: null,
    });
    expect(await dev.entry({ kind: 'call_in', method: 'PUT', status: 201 })).toMatchObject({
      path: '/records/reminder/welcome',
    });
    expect(await dev.entry({ kind: 'proposal', status: 'pending' })).toMatchObject({ record_type: 'calendar_event' });
    const installations = granted(await admin.get('/installations?limit=200')).items as Entry[];
    const installation = installations.find((one) => one['plugin_id'] === id);
    const wallet = granted(await admin.get(`/installations/${String(installation?.['installation_id'])}/wallet`));
    expect(wallet).toMatchObject({ available: '50' });

    expect(await result('dev', 'trigger', 'plugin.ping')).toMatchObject({
      exitCode: 0,
      out: expect.stringMatching(/✓ plugin\.ping evt_.* 200/),
    });
    expect(await dev.entry({ kind: 'call_out', type: 'plugin.ping' })).toMatchObject({ signature: 'verified' });
    expect(await dev.entry({ kind: 'plugin', is_check: true })).toMatchObject({
      text: expect.stringContaining('the signature'),
    });
    await eventually(() => dev.out.includes('"text":"ready: '));
    expect(await result('dev', 'tool', 'find_reminders', '{}', '--as', 'member')).toMatchObject({ exitCode: 0 });
    const called = await dev.entry({ kind: 'call_out', channel: 'tool' });
    expect(called).toMatchObject({
      status: 200,
      request_body: expect.stringContaining('"handle":"kh_[redacted]"'),
      response_body: expect.stringContaining('content'),
    });
    const caused_by = { delivery_id: called['delivery_id'], attempt: 1 };
    await eventually(() => dev.entries.some((entry) => isDeepStrictEqual(entry['caused_by'], caused_by)));
    expect(dev.out).not.toMatch(/"(?:token|signing_secret)\\?": ?\\?"k[is]_\w/);
    expect(await result('dev', 'trigger', 'plugin.paused')).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('events.not_subscribed'),
    });

    const text = readFileSync(manifest, 'utf8');
    writeFileSync(manifest, text.replace(/^kind: external$/m, 'kind: externl'));
    await dev.entry({ kind: 'note', level: 'error', text: '1 error: correct the manifest and save it' });
    expect(dev.out).toMatch(/manifest\.yaml:\d+:1 .*must be one of: external, instance/);
    writeFileSync(manifest, text.replace(/^scopes:$/m, 'scopes:\n  people.read: Names the colleagues'));
    await dev.entry({ kind: 'note', text: `the local instance has the saved manifest of ${id}@0.1.0` });
    await eventually(async () => {
      const list = granted(await admin.get('/installations?limit=200')).items as Entry[];
      expect(list.find((one) => one['plugin_id'] === id)).toMatchObject({
        scopes: expect.arrayContaining(['people.read']),
      });
      return true;
    });

    dev.child.kill('SIGINT');
    expect(await dev.ended()).toBe(0);
    await expect(fetch(url)).rejects.toThrow('fetch failed');
    expect((await result('dev', 'logs')).out).toMatch(/→ .*plugin\.ping/);
  });

  it('applies the selected proposal with a key, and ends with another one', async () => {
    const dev = Command.start('python3', [...IN_TERMINAL, process.execPath, KUSHK, 'dev'], folder);
    started.push(dev);
    await eventually(() => dev.out.includes('a apply'));
    dev.child.stdin?.write('a');
    await eventually(() => /→.* plugin\.proposal\.settled #\d+ .*200/.test(dev.out));
    const { items } = granted(await admin.get(`/proposals?plugin_id=${id}&status=applied`));
    expect(items).toHaveLength(1);
    expect((await result('dev', 'logs')).out).toMatch(/\? proposal applied {2}.*calendar_event/);
    dev.child.stdin?.write('q');
    expect(await dev.ended()).toBe(0);
    expect(dev.out).toContain('\u001B[?25h');
    expect(dev.out).toContain('checked: the plugin rejects an event with a wrong signature');
    expect(dev.out).not.toContain('refused a call: the signature');
  });

  it('writes the credentials of a plugin that polls into a file that only its owner may read', async () => {
    const file = join(folder, '.env');
    const sources = 'sources: [document, message]\n';
    const scopes = 'scopes:\n  sources.intake.document: Brings scans in\n  sources.intake.message: Brings messages in';
    writeFileSync(manifest, `${sources}${readFileSync(manifest, 'utf8').replace(/^scopes:$/m, scopes)}`);
    for (const attempt of ['unread', 'read before']) {
      const dev = kushk('dev', '--json', '--no-run', '--credentials-file', file);
      await dev.entry({ kind: 'note', text: 'the credentials are in the file: start the plugin with them' });
      if (attempt === 'unread')
        await dev.entry({
          kind: 'note',
          text: 'consented to the new scopes of 0.1.0: sources.intake.document, sources.intake.message; an admin is asked for this, and until then has the version before',
        });
      dev.child.kill('SIGINT');
      expect(await dev.ended()).toBe(0);
      expect([attempt, statSync(file).mode & 0o777]).toEqual([attempt, 0o600]);
      const values = Object.fromEntries(
        readFileSync(file, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => line.split('=', 2)),
      ) as Readonly<Record<string, string>>;
      const api = pluginApi({ api_base: values['KUSHK_API_BASE']!, token: values['KUSHK_INSTALLATION_TOKEN']! });
      expect(granted(await api.get('/events')).events.length).toBeGreaterThan(0);
      expect(values['KUSHK_SIGNING_SECRET']).toMatch(/^ks_\w{20,}$/);
      rmSync(file);
      if (attempt === 'read before') await acceptSources(api);
    }
  });

  it('brings about the states that a plugin must survive', async () => {
    const dev = kushk('dev', '--json', '--reinstall');
    await dev.entry({ kind: 'note', text: 'checked: the plugin rejects an event with a wrong signature' });
    const triggered = await result('dev', 'trigger', 'plugin.ping', '--json');
    const { event_id: event } = JSON.parse(triggered.out) as { readonly event_id: string };
    expect(await result('dev', 'resend', event)).toMatchObject({ exitCode: 0, out: expect.stringContaining(event) });
    const sent = (await result('dev', 'logs', event)).out;
    expect(sent).toMatch(/attempt 2[^]*POST \/service\/events[^]*> {3}"type": "plugin\.ping"/);
    expect(await result('dev', 'rotate')).toMatchObject({ exitCode: 0, out: expect.stringContaining('✓ installed') });

    expect(await result('dev', 'down', '10m')).toMatchObject({ exitCode: 0 });
    expect(await result('dev', 'trigger', 'plugin.ping')).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('✗ plugin.ping'),
    });
    await dev.entry({ kind: 'call_out', simulated_outage: true, error: 'connect' });
    expect(await result('dev', 'down', '0')).toMatchObject({ exitCode: 0 });
    await eventually(() => dev.out.includes('has ended: calls reach the plugin again'));
    const { out } = await result('store', 'installed', '--json');
    const { items } = JSON.parse(out) as { readonly items: readonly Entry[] };
    const { installation_id } = items.find((one) => one['plugin_id'] === id) ?? {};
    expect(await result('store', 'resume-deliveries', String(installation_id))).toMatchObject({ exitCode: 0 });
    await eventually(
      () => dev.entries.filter((one) => one['type'] === 'plugin.ping' && one['status'] === 200).length > 2,
    );

    expect(await result('dev', 'reject')).toMatchObject({ exitCode: 0 });
    expect(await result('dev', 'reason', 'twice')).toMatchObject({ exitCode: 0 });
    const { items: rejected } = granted(await admin.get(`/proposals?plugin_id=${id}&status=rejected`));
    expect(rejected).toMatchObject([{ reason: 'twice' }]);
  });

  /** Sends a document and a message as the plugin, and accepts both as a developer does. */
  async function acceptSources(api: ReturnType<typeof pluginApi>): Promise<void> {
    for (const [kind, where] of [
      ['document', 'the whole organisation sees it'],
      ['message', 'is accepted into the session'],
    ] as const) {
      const source = {
        external_id: `${kind}-1`,
        kind,
        title: `A ${kind}`,
        content_type: 'text/plain',
        content: 'text',
        content_encoding: 'utf-8',
        occurred_at: new Date().toISOString(),
      };
      const sent = granted(await api.post('/sources', source));
      expect(await result('dev', 'apply', String(sent['id']))).toMatchObject({
        exitCode: 0,
        out: expect.stringContaining(where),
      });
      expect(granted(await api.get(`/sources/${String(sent['id'])}`))).toMatchObject({ status: 'accepted' });
    }
  }
});
