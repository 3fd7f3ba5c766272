import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { cliHarness, KEY } from '../../test/cli-harness.js';

const cli = cliHarness();

describe('kushk operator', () => {
  const key = {
    id: 'key_1',
    label: 'ci',
    last4: 'wxyz',
    created_at: '2026-11-20T10:00:00.000Z',
    last_used_at: null,
    expires_at: null,
    revoked_at: null,
    scopes: ['read', 'submit'],
    plugin_id: null,
  };

  it('adds and lists publishers', async () => {
    cli.replies = [
      { status: 201, body: { id: 'acme', name: 'Acme' } },
      { status: 200, body: { items: [{ id: 'acme', name: 'Acme' }] } },
    ];
    expect((await cli.run(['operator', 'publisher', 'add', 'acme', 'Acme'], cli.withToken())).out).toBe(
      'publisher acme added\nnext: "kushk operator key issue acme --label LABEL" issues a key for it\n',
    );
    expect((await cli.run(['operator', 'publisher', 'list'], cli.withToken())).out).toBe(
      'publisher  name\nacme       Acme\n',
    );
    expect(cli.requests[0]).toMatchObject({
      method: 'POST',
      url: '/operator/v1/publishers',
      authorization: 'Bearer ey.staff.token',
      body: { id: 'acme', name: 'Acme' },
    });
  });

  it('prints only the issued key on stdout, and lists and revokes keys without showing the secret', async () => {
    cli.replies = [
      { status: 201, body: { key, secret: KEY } },
      { status: 200, body: { items: [key] } },
      { status: 204 },
    ];
    const issued = await cli.run(
      ['operator', 'key', 'issue', 'acme', '--label', 'ci', '--expires-at', '2027-01-01T00:00:00Z'],
      cli.withToken(),
    );
    expect(issued).toMatchObject({
      exitCode: 0,
      out: `${KEY}\n`,
      err: 'key key_1 of acme issued; store it now: it cannot be shown again\n',
    });
    expect((await cli.run(['operator', 'key', 'list', 'acme'], cli.withToken())).out).toContain('key_1  ci     …wxyz');
    expect((await cli.run(['operator', 'key', 'revoke', 'acme', 'key_1', '--json'], cli.withToken())).out).toBe(
      '{\n  "revoked": "key_1"\n}\n',
    );
    expect(cli.requests.map(({ method, url, body }) => ({ method, url, body }))).toEqual([
      {
        method: 'POST',
        url: '/operator/v1/publishers/acme/keys',
        body: { label: 'ci', expires_at: '2027-01-01T00:00:00Z' },
      },
      { method: 'GET', url: '/operator/v1/publishers/acme/keys?limit=200', body: undefined },
      { method: 'DELETE', url: '/operator/v1/publishers/acme/keys/key_1', body: undefined },
    ]);
  });

  it('issues a key with scopes and a plugin', async () => {
    cli.replies = [{ status: 201, body: { key, secret: KEY } }];
    const issue = ['operator', 'key', 'issue', 'acme', '--label', 'ci', '--scopes', 'read,submit', '--plugin', 'ir.a'];
    expect((await cli.run(issue, cli.withToken())).exitCode).toBe(0);
    expect(cli.requests[0]?.body).toEqual({ label: 'ci', scopes: ['read', 'submit'], plugin_id: 'ir.a' });
  });

  it('adds, lists and ends trusts', async () => {
    const claims = { repository: 'acme/invoices', ref: 'refs/tags/v=*' };
    const trust = { id: 'tru_1', audience: cli.origin, claims, plugin_id: 'ir.a', scopes: ['read', 'submit'] };
    cli.replies = [
      { status: 201, body: trust },
      { status: 200, body: { items: [{ ...trust, expires_at: null, ended_at: null }] } },
      { status: 204 },
    ];
    const add = ['operator', 'trust', 'add', 'acme', '--issuer', 'https://ci.example', '--plugin', 'ir.a'];
    const withClaims = [...add, '--claim', 'repository=acme/invoices', '--claim', 'ref=refs/tags/v=*'];
    expect((await cli.run([...add, '--claim', 'ref'], cli.withToken())).err).toContain('write name=pattern');
    expect((await cli.run(withClaims, cli.withToken())).out).toContain('trust tru_1 added');
    expect((await cli.run(['operator', 'trust', 'list', 'acme'], cli.withToken())).out).toContain(
      'tru_1  ir.a    read,submit  repository=acme/invoices ref=refs/tags/v=*',
    );
    expect((await cli.run(['operator', 'trust', 'end', 'acme', 'tru_1'], cli.withToken())).exitCode).toBe(0);
    expect(cli.requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'POST /operator/v1/publishers/acme/trusts',
      'GET /operator/v1/publishers/acme/trusts?limit=200',
      'DELETE /operator/v1/publishers/acme/trusts/tru_1',
    ]);
    expect(cli.requests[0]?.body).toEqual({
      issuer: 'https://ci.example',
      audience: cli.origin,
      claims,
      plugin_id: 'ir.a',
      scopes: ['read', 'submit'],
      public: false,
    });
  });

  it('issues a key for the registry, and lists those keys alone', async () => {
    const registryKey = { ...key, id: 'key_2', purpose: 'registry' };
    cli.replies = [
      { status: 201, body: { key: registryKey, secret: 'kr_secret' } },
      { status: 200, body: { items: [key, registryKey] } },
    ];
    const issued = await cli.run(['operator', 'registry', 'issue', 'acme', '--label', 'ci'], cli.withToken());
    expect(issued).toMatchObject({ exitCode: 0, out: 'kr_secret\n' });
    expect(issued.err).toContain('docker login REGISTRY --username acme --password-stdin');
    const listed = await cli.run(['operator', 'registry', 'list', 'acme', '--json'], cli.withToken());
    expect((JSON.parse(listed.out) as { items: unknown }).items).toEqual([registryKey]);
    expect(cli.requests[0]?.body).toEqual({ label: 'ci', purpose: 'registry' });
  });

  it('prints the account of the registry, and with keys of publishers how they get one', async () => {
    const registry = { url: 'https://registry.example', accounts: 'shared', user: 'kushk', password: 'secret' };
    const ofKeys = { ...registry, accounts: 'publisher_keys', user: null, password: null };
    cli.replies = [
      { status: 200, body: registry },
      { status: 200, body: ofKeys },
    ];
    const shown = await cli.run(['operator', 'registry'], cli.withToken());
    expect(shown).toMatchObject({ exitCode: 0 });
    expect(shown.out).toMatch(/registry +https:\/\/registry\.example\nuser +kushk\npassword +secret\n/);
    expect(shown.err).toContain('docker login registry.example --username kushk --password-stdin');
    expect((await cli.run(['operator', 'registry'], cli.withToken())).err).toContain('kushk operator registry issue');
    expect(cli.requests[0]).toMatchObject({ method: 'GET', url: '/operator/v1/registry' });
    expect((await cli.run(['operator', 'registry', 'isue', 'acme'], cli.withToken())).exitCode).not.toBe(0);
  });

  it('registers and lists instances', async () => {
    const instance = { id: 'i1', name: 'One', plugin_api: '1.0', registered_at: '2026-11-20T10:00:00.000Z' };
    cli.replies = [
      { status: 201, body: { ...instance, link: null } },
      { status: 200, body: { items: [instance] } },
    ];
    expect(
      (await cli.run(['operator', 'instance', 'register', 'i1', 'One', '--plugin-api', '1.0'], cli.withToken()))
        .exitCode,
    ).toBe(0);
    expect((await cli.run(['operator', 'instance', 'list'], cli.withToken())).out).toContain('i1        One   1.0');
    expect(cli.requests[0]?.body).toEqual({ id: 'i1', name: 'One', plugin_api: '1.0' });
  });

  it('prints only the credentials of a link on stdout, or writes them to a file with mode 0600', async () => {
    const link = { url: 'tls://nats.hub.example:7422', credentials: '-----BEGIN NATS USER JWT-----\nSECRET\n' };
    const instance = {
      id: 'i1',
      name: 'One',
      plugin_api: '1.0',
      registered_at: '2026-11-20T10:00:00.000Z',
      public_key: null,
    };
    const [file, pinnedKeys] = ['link.creds', 'pins.json'];
    const add = ['operator', 'instance', 'add', 'i1', 'One', '--plugin-api', '1.0'];
    cli.replies = [
      { status: 201, body: { ...instance, link } },
      { status: 201, body: { ...instance, link, pinned_keys: { keys: [{ kid: 'hub' }] } } },
      { status: 201, body: { ...instance, link: null } },
    ];
    const shown = await cli.run(add, cli.withToken());
    expect(shown).toMatchObject({ exitCode: 0, out: link.credentials });
    const written = await cli.run(
      [...add, '--credentials-file', file, '--pinned-keys-file', pinnedKeys, '--json'],
      cli.withToken(),
    );
    expect(JSON.parse(written.out)).toMatchObject({ id: 'i1', link: { url: link.url } });
    expect(written.out + written.err).not.toContain('SECRET');
    expect([cli.readFile(file), statSync(join(cli.folder, file)).mode & 0o777, cli.readFile(pinnedKeys)]).toEqual([
      link.credentials,
      0o600,
      '{"keys":[{"kid":"hub"}]}',
    ]);
    expect((await cli.run([...add, '--credentials-file', 'none.creds'], cli.withToken())).out).toContain(
      'no credentials were issued',
    );
    expect(existsSync(join(cli.folder, 'none.creds'))).toBe(false);
  });

  it('overwrites no file without --force, and leaves no empty one after a failure', async () => {
    const file = cli.writeFile('OLD', 'old.creds');
    const add = ['operator', 'instance', 'add', 'i1', 'One', '--plugin-api', '1.0', '--credentials-file'];
    const refused = await cli.run([...add, file], cli.withToken());
    expect([refused.exitCode, refused.err, cli.requests]).toEqual([2, expect.stringContaining('--force'), []]);
    cli.replies = [{ status: 503, body: { code: 'catalogue.unavailable' } }];
    const failed = await cli.run([...add, 'new.creds', '--pinned-keys-file', 'new.json'], cli.withToken());
    expect(failed.exitCode).not.toBe(0);
    expect(['new.creds', 'new.json'].filter((name) => existsSync(join(cli.folder, name)))).toEqual([]);
    expect(cli.readFile(file)).toBe('OLD');
  });

  it('rotates credentials and removes instances, and sends no request if the credentials file cannot be written', async () => {
    const instance = {
      id: 'i1',
      name: 'One',
      plugin_api: '1.0',
      registered_at: '2026-11-20T10:00:00.000Z',
      link: { url: 'tls://nats.hub.example:7422', credentials: 'NEW' },
    };
    cli.replies = [{ status: 200, body: instance }, { status: 204 }];
    const file = cli.writeFile('OLD', 'link.creds');
    expect(
      await cli.run(
        ['operator', 'instance', 'rotate', 'i1', '--credentials-file', '/nowhere/link.creds'],
        cli.withToken(),
      ),
    ).toMatchObject({ exitCode: 2 });
    expect(cli.requests).toEqual([]);
    expect(
      await cli.run(['operator', 'instance', 'rotate', 'i1', '--credentials-file', file, '--force'], cli.withToken()),
    ).toMatchObject({ exitCode: 0 });
    expect(cli.readFile(file)).toBe('NEW');
    expect(await cli.run(['operator', 'instance', 'remove', 'i1'], cli.withToken())).toMatchObject({ exitCode: 0 });
    expect(cli.requests.map(({ method, url }) => [method, url])).toEqual([
      ['POST', '/operator/v1/instances/i1/rotate'],
      ['DELETE', '/operator/v1/instances/i1'],
    ]);
  });

  it('adds, lists and removes the people of a publisher', async () => {
    const member = { id: 'mbr_1', subject: 'dev|sara', name: 'Sara', added_at: '2026-11-20T10:00:00.000Z' };
    cli.replies = [
      { status: 201, body: member },
      { status: 200, body: { items: [member], next_cursor: null } },
      { status: 204 },
    ];
    const members = (...more: string[]) => cli.run(['operator', 'members', ...more], cli.withToken());
    expect((await members('add', 'acme', 'dev|sara', '--name', 'Sara')).out).toBe('dev|sara added as mbr_1\n');
    expect((await members('list', 'acme')).out).toContain('mbr_1  dev|sara  Sara');
    expect(await members('remove', 'acme', 'mbr_1')).toMatchObject({ exitCode: 0 });
    expect(cli.requests.map(({ method, url, body }) => [method, url, body])).toEqual([
      ['POST', '/operator/v1/publishers/acme/members', { subject: 'dev|sara', name: 'Sara' }],
      ['GET', '/operator/v1/publishers/acme/members?limit=200', undefined],
      ['DELETE', '/operator/v1/publishers/acme/members/mbr_1', undefined],
    ]);
  });

  it('lists whole lists, page by page', async () => {
    const page = (id: string, next_cursor: string | null) => ({
      status: 200,
      body: { items: [{ id, name: id }], next_cursor },
    });
    cli.replies = [page('acme', 'a+b'), page('zoo', null)];
    const { out } = await cli.run(['operator', 'publisher', 'list', '--json'], cli.withToken());
    expect(JSON.parse(out)).toEqual({ items: ['acme', 'zoo'].map((id) => ({ id, name: id })) });
    expect(cli.requests.map(({ url }) => url)).toEqual([
      '/operator/v1/publishers?limit=200',
      '/operator/v1/publishers?limit=200&cursor=a%2Bb',
    ]);
  });

  it('adds, lists, changes and removes staff', async () => {
    const member = { id: 'stf_1', subject: 'idp|rita', name: 'Rita', roles: ['reviewer'] };
    cli.replies = [
      { status: 201, body: member },
      { status: 200, body: { items: [member, { ...member, id: 'stf_2', roles: [] }], next_cursor: null } },
      { status: 200, body: { ...member, roles: ['operator', 'billing'] } },
      { status: 200, body: { ...member, roles: [] } },
      { status: 204 },
    ];
    const staff = (...args: string[]) => cli.run(['operator', 'staff', ...args], cli.withToken());
    expect((await staff('add', 'idp|rita', '--name', 'Rita', '--roles', 'reviewer')).out).toBe(
      'idp|rita added as stf_1\n',
    );
    expect((await staff('list')).out.split('\n').slice(1, 3)).toEqual([
      'stf_1  idp|rita  Rita  reviewer',
      'stf_2  idp|rita  Rita  -',
    ]);
    expect((await staff('change', 'stf_1', '--roles', 'operator, billing')).out).toBe(
      'roles of idp|rita from the next request on: operator, billing\n',
    );
    expect((await staff('change', 'stf_1', '--roles', 'none', '--name', 'R')).exitCode).toBe(0);
    expect((await staff('remove', 'stf_1')).exitCode).toBe(0);
    expect(cli.requests.map(({ method, url, body }) => ({ method, url, body }))).toEqual([
      { method: 'POST', url: '/operator/v1/staff', body: { subject: 'idp|rita', name: 'Rita', roles: ['reviewer'] } },
      { method: 'GET', url: '/operator/v1/staff?limit=200', body: undefined },
      { method: 'PATCH', url: '/operator/v1/staff/stf_1', body: { roles: ['operator', 'billing'] } },
      { method: 'PATCH', url: '/operator/v1/staff/stf_1', body: { name: 'R', roles: [] } },
      { method: 'DELETE', url: '/operator/v1/staff/stf_1', body: undefined },
    ]);
    expect(await staff('change', 'stf_1')).toMatchObject({
      exitCode: 2,
      err: expect.stringContaining('nothing to change: use --name or --roles') as unknown,
    });
    expect((await staff('add', 'idp|x', '--name', 'x')).exitCode).toBe(2);
  });
});
