import { existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cliHarness, problemReply, VALID_MANIFEST } from '../../test/cli-harness.js';

const cli = cliHarness();

describe('kushk dev', () => {
  it('adds the manifest in a file to the plugin store of the instance', async () => {
    cli.replies = [{ status: 201, body: { plugin_id: 'ir.acme.invoices', version: '1.4.0' } }];
    const { exitCode, out } = await cli.run(
      ['dev', 'publish', cli.writeFile(VALID_MANIFEST), '--organisation', 'org_1'],
      cli.withToken(),
    );
    expect({ exitCode, out }).toEqual({
      exitCode: 0,
      out: `ir.acme.invoices@1.4.0 is in the store of ${cli.origin}\n`,
    });
    expect(cli.requests[0]).toMatchObject({
      method: 'POST',
      url: '/instance/v1/dev/releases',
      organisation: 'org_1',
      body: { manifest: { id: 'ir.acme.invoices' } },
    });
  });

  it('looks for the packages of the plugin before it looks for a system', async () => {
    cli.writeFile(VALID_MANIFEST);
    cli.writeFile('{"scripts": {"dev": "tsc"}, "devDependencies": {"installed": "1", "missing": "1"}}', 'package.json');
    mkdirSync(join(cli.folder, 'node_modules', 'installed'), { recursive: true });
    expect((await cli.run(['dev', '--no-start'])).err).toContain(
      'not all packages of the plugin are installed: run "npm install"',
    );
    expect((await cli.run(['dev', '--no-start', '--no-run'])).err).toContain('no local system runs');
  });

  it('exits with 1 when the instance runs in production', async () => {
    cli.replies = [problemReply(404, 'route.not_found')];
    expect((await cli.run(['dev', 'publish', cli.writeFile(VALID_MANIFEST)], cli.withToken())).exitCode).toBe(1);
  });

  it('prints credentials as lines of a .env file', async () => {
    cli.replies = [
      {
        status: 200,
        body: {
          installation_id: 'ins_1',
          token: 'ki_x',
          signing_secret: 'ks_y',
          api_base: `${cli.origin}/i/ins_1/plugin/v1`,
        },
      },
    ];
    expect((await cli.run(['dev', 'credentials', 'ins_1'], cli.withToken())).out).toBe(
      `KUSHK_INSTALLATION_ID=ins_1\nKUSHK_API_BASE=${cli.origin}/i/ins_1/plugin/v1\nKUSHK_INSTALLATION_TOKEN=ki_x\nKUSHK_SIGNING_SECRET=ks_y\n`,
    );
    expect(cli.requests[0]).toMatchObject({ method: 'POST', url: '/instance/v1/installations/ins_1/credentials' });
  });

  it('writes credentials into a file with mode 0600, which it never replaces unasked, and not to stdout', async () => {
    const body = { installation_id: 'ins_1', token: 'ki_x', signing_secret: 'ks_y', api_base: cli.origin };
    const file = join(cli.folder, 'poll.env');
    const into = ['store', 'credentials', 'ins_1', '--file', file, '--json'];
    cli.replies = [problemReply(409, 'installation.credentials_already_read')];
    expect((await cli.run(into, cli.withToken())).exitCode).toBe(1);
    expect(existsSync(file)).toBe(false);
    cli.replies = [{ status: 200, body }];
    const { out } = await cli.run(into, cli.withToken());
    expect(JSON.parse(out)).toEqual({ installation_id: 'ins_1', api_base: cli.origin, file });
    expect(readFileSync(file, 'utf8')).toContain('KUSHK_INSTALLATION_TOKEN=ki_x\n');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = cli.requests.length;
    expect((await cli.run(into.slice(0, -1), cli.withToken())).err).toContain('exists already; --force replaces it');
    expect(cli.requests).toHaveLength(before);
  });

  describe('on an installed plugin', () => {
    const installed = { status: 200, body: { installation_id: 'ins_1', plugin_id: 'ir.acme.invoices' } };
    const of = ['--installation', 'ins_1'] as const;

    it.each([
      [404, 'in the Python template TOOLS of plugin.py', "plugin's own log"],
      [401, '"kushk store reconnect INSTALLATION" gives it new credentials', "plugin's own log"],
      [500, "The error is in the plugin's own log", 'reconnect'],
    ])('says what to do when a tool answers %i, and only that', async (status, step, other) => {
      const body = { code: 'tool.failed', title: 'The plugin returned an error', status: 502, params: { status } };
      cli.replies = [installed, { status: 502, body }];
      const { exitCode, err } = await cli.run(['dev', 'tool', 'find_invoice', ...of], cli.withToken());
      expect([exitCode, err]).toEqual([1, expect.stringContaining(step)]);
      expect(err).not.toContain(other);
    });

    const tools = {
      status: 200,
      body: {
        manifest: {
          tools: [
            {
              name: 'find_invoice',
              description: 'Finds one',
              input_schema: { type: 'object', properties: { number: { type: 'string', examples: ["17'"] } } },
            },
          ],
        },
      },
    };

    it('lists the tools with a call each, and names the one that a misspelt name means', async () => {
      cli.replies = [installed, tools];
      const { exitCode, out } = await cli.run(['dev', 'tool', ...of], cli.withToken());
      expect([exitCode, out]).toEqual([
        0,
        `find_invoice  Finds one\n  kushk dev tool find_invoice '{"number":"17'\\''"}'\n`,
      ]);
      cli.replies = [installed, problemReply(404, 'tool.not_found'), tools];
      const { err } = await cli.run(['dev', 'tool', 'find_invoce', ...of], cli.withToken());
      expect(err).toContain('there is no tool "find_invoce"; did you mean "find_invoice"?');
    });

    it('prints a call that can be copied when the arguments of a tool are left out', async () => {
      const problems = [
        { path: '/number', code: 'required', message: 'is required', message_fa: '', source: 'request' },
      ];
      cli.replies = [installed, problemReply(422, 'tool.arguments_invalid', { problems }), tools];
      const { err } = await cli.run(['dev', 'tool', 'find_invoice', ...of], cli.withToken());
      expect(err).toContain(`  what to do: give it arguments: "kushk dev tool find_invoice '{"number":"17'\\''"}'"\n`);
    });

    it('prints the handle of a page alone, and a request with it that can be copied beside it', async () => {
      const manifest = { base_url: 'http://localhost:4100/base', records: [{ type: 'invoice' }] };
      const issued = { status: 200, body: { handle: 'hnd.x', expires_in: 300 } };
      cli.replies = [installed, issued, { status: 200, body: { manifest } }];
      const { exitCode, out, err } = await cli.run(
        ['dev', 'handle', '--panel', 'side', '--record', 'case/cas_1', ...of],
        cli.withToken(),
      );
      expect([exitCode, out]).toEqual([0, 'hnd.x\n']);
      const request = `-H 'Origin: http://localhost:4100' '${cli.origin}/i/ins_1/plugin/v1/records/invoice'`;
      expect(err).toContain(`curl -H 'Authorization: Bearer hnd.x' ${request}\n`);
      expect(cli.requests[1]).toMatchObject({
        url: '/instance/v1/installations/ins_1/handle',
        body: { surface: 'panel', panel: 'side', record: { type: 'case', id: 'cas_1' } },
      });
    });

    // The same reply serves the list of proposals and that of sources: they are read at the same time.
    const lists = (...items: readonly object[]): readonly { status: number; body: object }[] =>
      Array(2).fill({ status: 200, body: { items, next_cursor: null } });
    const item = { id: 'prp_1', installation_id: 'ins_1', record_type: 'case', summary: 'Pay', kind: 'document' };

    it('lists what waits when several do and none is named', async () => {
      cli.replies = [installed, ...lists({ ...item, title: 'A scan', created_at: '2026-11-01T10:00:00Z' })];
      const { exitCode, out } = await cli.run(['dev', 'apply', ...of], cli.withToken());
      expect([exitCode, out.split('\n').sort()]).toEqual([
        2,
        [
          '',
          '  prp_1  proposal  case      Pay',
          '  prp_1  source    document  A scan',
          'several wait: name one by its id, such as "kushk dev apply prp_1"',
        ],
      ]);
    });

    it('settles every proposal that waits at once', async () => {
      const items = [
        { id: 'prp_1', outcome: 'applied', code: null },
        { id: 'prp_2', outcome: 'refused', code: 'proposal.stale' },
      ];
      const waiting = items.map(({ id }) => ({ ...item, id, created_at: '2026-11-01T10:00:00Z' }));
      cli.replies = [installed, ...lists(...waiting), { status: 200, body: { items } }];
      const { exitCode, out } = await cli.run(['dev', 'apply', '--all', ...of], cli.withToken());
      expect([exitCode, out]).toEqual([1, '  prp_1  applied\n  prp_2  proposal.stale\n']);
      expect(cli.requests.at(-1)).toMatchObject({
        url: '/instance/v1/proposals/decide',
        body: { ids: ['prp_1', 'prp_2'], action: 'apply', reason: null },
      });
    });

    it('says that nothing waits', async () => {
      cli.replies = [installed, ...lists()];
      const { exitCode, err } = await cli.run(['dev', 'reject', ...of], cli.withToken());
      expect([exitCode, err]).toEqual([1, expect.stringContaining('no proposal and no source of the plugin waits')]);
    });

    it('names the record types that exist for one that does not', async () => {
      const records = [{ type: 'invoice' }, { type: 'letter' }];
      cli.replies = [installed, { status: 200, body: { manifest: { records } } }];
      const { exitCode, err } = await cli.run(['dev', 'records', 'invoices', ...of], cli.withToken());
      expect([exitCode, err]).toEqual([
        2,
        'kushk: the manifest declares no record type "invoices"; there are invoice, letter (cli.usage)\n',
      ]);
    });

    it('refuses options of kushk dev itself, before and after the name of the command', async () => {
      for (const args of [
        ['dev', 'logs', '--reinstall'],
        ['dev', '--reinstall', 'logs'],
      ])
        expect(await cli.run([...args, ...of], cli.withToken())).toMatchObject({
          exitCode: 2,
          err: expect.stringContaining("option '--reinstall' is one of 'kushk dev', not of 'kushk dev logs'"),
        });
      expect(cli.requests).toEqual([]);
    });

    it('lists the records of every type of the manifest', async () => {
      const record = { type: 'invoice', external_id: 'F-1', revision: 3, updated_at: '2026-11-01T10:00:00Z' };
      cli.replies = [
        installed,
        { status: 200, body: { manifest: { records: [{ type: 'invoice' }, { type: 'letter' }] } } },
        { status: 200, body: { items: [{ ...record, data: { total: '7' } }], next_cursor: null } },
        { status: 200, body: { items: [], next_cursor: null } },
      ];
      const { exitCode, out } = await cli.run(['dev', 'records', ...of], cli.withToken());
      expect([exitCode, out]).toEqual([0, 'invoice/F-1  revision 3, 2026-11-01T10:00:00Z\n  {"total":"7"}\n']);
      expect(cli.requests.slice(2).map(({ url }) => url)).toEqual([
        '/instance/v1/dev/installations/ins_1/records/invoice?limit=200',
        '/instance/v1/dev/installations/ins_1/records/letter?limit=199',
      ]);
    });
  });
});
