import { describe, expect, it } from '@jest/globals';
import { cliHarness } from '../../test/cli-harness.js';

const cli = cliHarness();
const store = (...args: string[]) => cli.run(['store', ...args], cli.withToken());
const [basic, pro] = [
  { key: 'basic', names: {}, rates: { page: '0.25' } },
  { key: 'pro', names: {}, rates: { page: '0.1' } },
];
const ok = (body: unknown) => ({ status: 200, body });
const installation = { installation_id: 'ins_1', plugin_id: 'ir.a.b', version: '1.0.0', status: 'installed' };
const listing = (...plans: readonly (typeof basic)[]) =>
  ok({
    plugin_id: 'ir.a.b',
    version: '1.0.0',
    names: {},
    summaries: {},
    publisher: 'acme',
    tier: 'community',
    published_at: '2026-11-20T10:00:00.000Z',
    installation_id: null,
    plans,
    manifest: { kind: 'external', base_url: 'https://a.ir', services: [{ key: 'page', unit: 'page' }], plans },
  });
const consent = ['--accept-scopes', 'none', '--accept-base-url', 'https://a.ir'];

describe('kushk store, for a plugin with plans', () => {
  it('installs it only with a plan, and names the only one', async () => {
    cli.replies = [listing(basic)];
    expect((await store('install', 'ir.a.b')).err).toContain(`add --plan basic ${consent.join(' ')}`);
    cli.replies = [listing(basic), ok({ ...installation, plan: 'basic' })];
    expect(await store('install', 'ir.a.b', ...consent)).toMatchObject({
      exitCode: 2,
      err: expect.stringMatching(/0\.25 \/ page[^]*add --plan basic \(cli\.plan_missing\)/),
    });
    expect(cli.requests.every(({ method }) => method === 'GET')).toBe(true);

    cli.replies = [listing(basic), ok({ ...installation, plan: 'basic' })];
    expect(await store('install', 'ir.a.b', '--plan', 'basic', ...consent)).toMatchObject({ exitCode: 0 });
    expect(cli.requests.at(-1)).toMatchObject({ method: 'POST', body: { plan: 'basic' } });
  });

  it('names the settings that an installation needs, and asks for the secret ones', async () => {
    const settings = {
      type: 'object',
      required: ['lab_key', 'region', 'zone'],
      properties: { lab_key: { type: 'string', writeOnly: true }, region: {}, zone: { default: 'x' }, free: {} },
    };
    const withSettings = ok({
      ...(listing().body as object),
      manifest: { kind: 'external', base_url: 'https://a.ir', settings },
    });
    const errorWith = async (setting: string): Promise<string> => {
      cli.replies = [withSettings];
      return (await store('install', 'ir.a.b', '--set', setting)).err;
    };
    const [value, secret] = ['write your value in place of each VALUE', 'NAME=- asks for a secret'];
    const both = await errorWith('free=1');
    expect(both).toContain(`add ${consent.join(' ')} --set lab_key=- --set region=VALUE (`);
    expect(both).toContain(`${value}; ${secret}`);
    // Each half of the hint only where the flags need it.
    expect(await errorWith('region=1')).toMatch(new RegExp(`--set lab_key=- \\([^]*: ${secret}`));
    expect(await errorWith('lab_key=k')).toMatch(new RegExp(`--set region=VALUE \\([^]*: ${value}\\n`));
  });

  it('names all of several plans, and chooses none of them', async () => {
    cli.replies = [listing(basic, pro)];
    expect((await store('install', 'ir.a.b', ...consent)).err).toContain(
      'add --plan KEY, with one of its plans in place of KEY: basic, pro',
    );
  });

  it('updates only with a plan where the installation would have none', async () => {
    const update = ok({
      version: '1.1.0',
      diff: { previous: '1.0.0', class: 'consent', changes: [] },
      scopes: [],
      plans: [{ ...pro, rates: { page: '0.1', line: '2' }, rates_before: { page: '0.10', line: '1' } }],
      settings_missing: [],
      base_url: { before: 'https://a.ir', after: 'https://a.ir' },
    });
    const withPlan = (plan: string) => ok({ ...installation, plan, settings: {} });
    cli.replies = [update, withPlan('basic'), listing(pro)];
    const { out } = await store('update', 'ins_1');
    expect(out).toContain('"kushk store update ins_1 1.1.0 --plan pro --accept-scopes');
    // Only a rate that differs is a change.
    expect(out).toMatch(/pro {2}page {2}0\.1\n +pro {2}line {2}1 → 2\n/);
    cli.replies = [update, withPlan('basic'), listing(pro)];
    expect((await store('update', 'ins_1', '1.1.0', ...consent)).err).toContain('add --plan pro (cli.plan_missing)');
    cli.replies = [update, withPlan('pro'), listing(pro), withPlan('pro')];
    expect(await store('update', 'ins_1', '1.1.0', ...consent)).toMatchObject({ exitCode: 0 });
  });

  it('shows the plans with the current one, and changes it', async () => {
    const { manifest } = listing(basic, pro).body as { readonly manifest: unknown };
    cli.replies = [ok({ ...installation, plan: 'basic' }), ok({ manifest }), ok({ ...installation, plan: 'pro' })];
    expect((await store('plan', 'ins_1')).out.split('\n')).toEqual([
      '  plan  basic',
      '  plans (MU per unit):',
      '    basic  page  0.25 / page  current',
      expect.stringMatching(/^ {4}pro {4}page {2}0\.1 \/ page *$/),
      'next: "kushk store plan ins_1 KEY" changes it, from the next charge on',
      '',
    ]);
    expect((await store('plan', 'ins_1', 'pro')).out).toMatch(/plan +pro/);
    expect(cli.requests.at(-1)).toMatchObject({
      method: 'PUT',
      url: '/instance/v1/installations/ins_1/plan',
      body: { plan: 'pro' },
    });
  });
});
