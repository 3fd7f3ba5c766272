import { describe, expect, it } from '@jest/globals';
import { cliHarness, problemReply } from '../../test/cli-harness.js';

const cli = cliHarness();
const settings = {
  type: 'object',
  required: ['api_key'],
  properties: {
    region: { enum: ['ir', 'eu'] },
    limit: { type: 'integer', minimum: 1 },
    zone: { type: 'string', default: 'x' },
    api_key: { type: 'string', writeOnly: true, pattern: '^sk_' },
  },
};
const stored = { region: 'ir', api_key: '••••••' };
const installation = {
  status: 200,
  body: { installation_id: 'ins_1', plugin_id: 'ir.acme.invoices', plan: null, settings: stored, settings_revision: 4 },
};
const manifest = { status: 200, body: { manifest: { settings } } };
const run = (...args: readonly string[]) => cli.run(['store', 'settings', 'ins_1', ...args], cli.withToken());

describe('kushk store settings', () => {
  it('shows each setting with its value and its rule, and how to change one', async () => {
    cli.replies = [installation, installation, manifest];
    expect((await run()).out.split('\n')).toEqual([
      'region   ir         ir | eu',
      'limit    (not set)  integer, minimum 1',
      'zone     (not set)  string, default x',
      'api_key  ••••••     string, pattern ^sk_, secret',
      'next: "kushk store settings ins_1 NAME=VALUE" changes one; --file FILE changes several',
      '',
    ]);
  });

  it('changes what is named, keeps the others, and writes only over the revision that it has read', async () => {
    cli.replies = [installation, installation, manifest, installation];
    const file = cli.writeFile('{"region": "eu", "zone": "x"}', 'settings.json');
    expect((await run('limit=5', 'zone=17', '--file', file, '--unset', 'api_key')).exitCode).toBe(0);
    expect(cli.requests.at(-1)).toMatchObject({
      method: 'PUT',
      url: '/instance/v1/installations/ins_1/settings',
      onlyIfTag: '"4"',
      body: { settings: { region: 'eu', zone: '17', limit: 5, api_key: null } },
    });
  });

  it('takes --set as an assignment', async () => {
    cli.replies = [installation, installation, manifest, installation];
    expect((await run('--set', 'limit=5')).exitCode).toBe(0);
    expect(cli.requests.at(-1)).toMatchObject({ method: 'PUT', body: { settings: { ...stored, limit: 5 } } });
  });

  it('reads a secret from standard input, and warns of one in the command line', async () => {
    cli.replies = [installation, installation, manifest, installation];
    const read = await cli.run(['store', 'settings', 'ins_1', 'limit=5', 'api_key=-'], {
      ...cli.withToken(),
      input: 'sk_1 \n',
    });
    expect(read).toMatchObject({ exitCode: 0, err: '' });
    expect(cli.requests.at(-1)).toMatchObject({ body: { settings: { api_key: 'sk_1 ', limit: 5 } } });

    cli.replies = [installation, installation, manifest];
    expect((await run('api_key=-')).err).toContain('standard input has no value for api_key');

    cli.replies = [installation, installation, manifest, installation];
    expect((await run('api_key=sk_1')).err).toMatch(/^the history of your shell keeps the secret api_key: .*api_key=-/);
    expect(cli.requests.at(-1)).toMatchObject({ method: 'PUT' });
  });

  it('suggests the setting that a misspelt name means, and changes nothing', async () => {
    cli.replies = [installation, installation, manifest];
    expect(await run('zoen=x')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('there is no setting "zoen"; did you mean "zone"?'),
    });
  });

  it('shows the place of each problem, and where the rules are', async () => {
    const problem = { code: 'pattern', path: '/settings/api_key', message: 'must match ^sk_', message_fa: 'الگو' };
    const problems = [{ ...problem, severity: 'error', stage: 'request' }];
    cli.replies = [
      installation,
      installation,
      manifest,
      problemReply(422, 'installation.settings_invalid', { problems }),
    ];
    const { exitCode, err } = await run('api_key=wrong');
    expect([exitCode, err]).toEqual([
      1,
      expect.stringContaining('  /settings/api_key must match ^sk_\n  what to do: "kushk store settings ins_1" shows'),
    ]);
    cli.replies = [installation, installation, manifest];
    expect((await run('nothing')).err).toContain('write NAME=VALUE, such as region=ir');
  });
});

describe('kushk dev settings', () => {
  it('checks a change against the version that waits, and consents to it without values that it has no longer', async () => {
    const waiting = { ...installation.body, version: '1.0.0', version_pending: '1.0.0' };
    const known = { status: 200, body: { ...waiting, settings: { old: 9, zone: 'x' } } };
    const renamed = {
      type: 'object',
      additionalProperties: false,
      properties: { zone: {}, limit: { type: 'integer' } },
    };
    const listing = {
      status: 200,
      body: { plugin_id: 'ir.acme.invoices', version: '1.0.0', manifest: { settings: renamed } },
    };
    const update = { status: 200, body: { version: '1.0.0', scopes: [{ scope: 'cases.read' }], plans: [] } };
    cli.replies = [known, known, listing, update, { status: 200, body: {} }, installation];
    const { exitCode, err } = await cli.run(
      ['dev', 'settings', '--installation', 'ins_1', '--set', 'limit=7'],
      cli.withToken(),
    );
    expect({ exitCode, err }).toEqual({ exitCode: 0, err: 'consented to what the manifest asks for\n' });
    expect(cli.requests.find(({ method }) => method === 'POST')).toMatchObject({
      url: '/instance/v1/installations/ins_1/update/consent',
      body: { version: '1.0.0', scopes: ['cases.read'], settings: { zone: 'x', limit: 7 } },
    });
  });

  it('says of a refused change what to do, with the command that was used', async () => {
    const here = { ...installation.body, status: 'installed', version_pending: null };
    cli.writeFile('id: ir.acme.invoices\nversion: 1.0.0\n');
    cli.replies = [
      { status: 200, body: { items: [here], next_cursor: null } },
      { status: 200, body: here },
      manifest,
      problemReply(422, 'installation.settings_invalid', { problems: [] }),
    ];
    const { exitCode, err } = await cli.run(['dev', 'settings', 'limit=0'], cli.withToken());
    expect([exitCode, err]).toEqual([1, expect.stringContaining('what to do: "kushk dev settings" shows')]);
  });
});

describe('kushk store update', () => {
  const update = {
    status: 200,
    body: {
      version: '1.1.0',
      diff: { previous: '1.0.0', class: 'consent', changes: [] },
      scopes: [],
      plans: [],
      settings_missing: ['/limit', '/old'],
      base_url: { before: 'https://a.ir', after: 'https://a.ir' },
    },
  };
  const current = { status: 200, body: { ...installation.body, settings: { ...stored, old: 1 } } };
  const listing = { status: 200, body: { plugin_id: 'ir.acme.invoices', version: '1.1.0', manifest: { settings } } };

  it('names the missing settings with their rules, and the command that gives them', async () => {
    cli.replies = [update, current, listing];
    const { out } = await cli.run(['store', 'update', 'ins_1'], cli.withToken());
    expect(out).toMatch(/ {4}limit {2}integer, minimum 1\n {4}old {4}this version does not have it: it is removed\n/);
    expect(out).toContain(
      '"kushk store update ins_1 1.1.0 --accept-scopes none --accept-base-url https://a.ir --set limit=VALUE"',
    );
  });

  it('refuses a consent without the version, with the whole command', async () => {
    cli.replies = [update, current, listing];
    const flags = ['--accept-scopes', 'none', '--accept-base-url', 'https://a.ir'];
    const { exitCode, err } = await cli.run(['store', 'update', 'ins_1', ...flags], cli.withToken());
    expect([exitCode, err]).toEqual([
      2,
      expect.stringContaining(`what to do: "kushk store update ins_1 1.1.0 ${flags.join(' ')} --set limit=VALUE"`),
    ]);
    expect(cli.requests.every(({ method }) => method === 'GET')).toBe(true);
  });

  it('names the list of installations when nothing waits', async () => {
    cli.replies = [problemReply(404, 'installation.update_not_found')];
    expect((await cli.run(['store', 'update', 'ins_1'], cli.withToken())).err).toContain('"kushk store installed"');
  });

  it('sends them beside the settings that stay', async () => {
    cli.replies = [update, current, listing, { status: 200, body: { ...installation.body, status: 'installed' } }];
    const flags = ['--accept-scopes', 'none', '--accept-base-url', 'https://a.ir', '--set', 'limit=3'];
    expect((await cli.run(['store', 'update', 'ins_1', '1.1.0', ...flags], cli.withToken())).exitCode).toBe(0);
    expect(cli.requests.at(-1)).toMatchObject({
      url: '/instance/v1/installations/ins_1/update/consent',
      body: { version: '1.1.0', settings: { ...stored, limit: 3 } },
    });
    expect(cli.requests.at(-1)?.body).not.toHaveProperty('settings.old');
  });
});
