import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import type { StatementLine, UsageStatement } from '@kushk/contracts';
import {
  EMPTY_MERKLE_TREE,
  merkleRoot,
  newSigningKey,
  publicJwk,
  signDsse,
  usageStatementContent,
  usageStatementDigest,
  withLeaves,
} from '@kushk/credentials';
import { sumOfUsage } from '@kushk/manifest';
import { cliHarness, problemReply } from '../../test/cli-harness.js';

const cli = cliHarness();
const hub = newSigningKey();
const counts = { mu_purchased: '0', mu_gifted: '50', mu_reversed: '0', mu_revoked: '0', proposals_rejected: 0 };
const lineOf = (month: string, alias: string, mu_consumed: string): StatementLine => ({
  month,
  plugin_id: 'ir.acme.invoices',
  alias,
  mu_consumed,
  ...counts,
  proposals_applied: 2,
  services: [],
});
const lines = [
  lineOf('2026-10', 'inst_a', '0.000001'),
  lineOf('2026-11', 'inst_a', '0.1'),
  lineOf('2026-11', 'inst_b', '95.4'),
];

function statementOf(all: readonly StatementLine[], more: Partial<UsageStatement> = {}) {
  const months = [...Map.groupBy(all, ({ month }) => month)].map(([month, ofMonth]) => ({
    month,
    lines: ofMonth.length,
    totals: sumOfUsage(ofMonth),
  }));
  const texts = all.map((line) => JSON.stringify(line));
  const tree = { leaves: all.length, root: merkleRoot(withLeaves(EMPTY_MERKLE_TREE, texts)) };
  const { payloadType, payload } = usageStatementContent({
    publisher_id: 'acme',
    month: '2026-11',
    timezone: 'Asia/Tehran',
    starts_at: '2026-10-31T20:30:00.000Z',
    ends_at: '2026-11-30T20:30:00.000Z',
    closed_at: '2026-12-01T00:00:00.000Z',
    partial: false,
    previous: null,
    totals: sumOfUsage(all),
    months,
    tree,
    ...more,
  });
  return {
    texts: [JSON.stringify(signDsse(hub, payloadType, payload)), ...texts],
    digest: usageStatementDigest(payload),
  };
}
const fileOf = (texts: readonly string[]) => `${texts.join('\n')}\n`;
const good = statementOf(lines);
const keys = { keys: [publicJwk(hub)] };

async function verify(texts: readonly string[], given: object = keys, more: readonly string[] = []) {
  cli.writeFile(JSON.stringify(given), 'hub-keys.json');
  const { exitCode, out, err } = await cli.run([
    'usage',
    'verify',
    cli.writeFile(fileOf(texts), 'nov.ndjson'),
    ...more,
  ]);
  return { exitCode, out, code: /\((statement\.\w+|cli\.\w+)\)/.exec(err)?.[1] ?? err };
}

describe('kushk usage verify', () => {
  it('verifies signature, root and totals without a connection, and prints adjustments apart', async () => {
    const { exitCode, out } = await verify(good.texts);
    expect([exitCode, cli.requests]).toEqual([0, []]);
    expect(out).toMatch(/^2026-11 of acme: signature, root and totals are valid\n/);
    expect(out).toMatch(
      /\n2026-10 +1 +0\.000001 [^]*\n2026-11 +2 +95\.5 [^]*\ntotal +3 +95\.500001 +0 +150 +0 +0 +6 +0\n$/,
    );
  });

  it.each([
    ['a changed figure', good.texts.with(2, good.texts[2]!.replace('0.1', '0.2')), 'statement.root_differs'],
    ['a missing line', good.texts.toSpliced(2, 1), 'statement.lines_missing'],
    [
      'two lines in another order',
      good.texts.with(2, good.texts[3]!).with(3, good.texts[2]!),
      'statement.root_differs',
    ],
    [
      'a changed payload',
      good.texts.with(0, good.texts[0]!.replace('"payload":"e', '"payload":"f')),
      'statement.signature_invalid',
    ],
    ['no statement', ['{}'], 'statement.malformed'],
    [
      'totals that its lines do not have',
      statementOf(lines, { totals: sumOfUsage(lines.slice(1)) }).texts,
      'statement.totals_differ',
    ],
    ['a line without counters', [...good.texts, '{"month":"2026-11"}'], 'statement.line_malformed'],
  ])('refuses a file with %s', async (_what, texts, code) => {
    expect(await verify(texts)).toMatchObject({ exitCode: 1, code });
  });

  it('accepts only a key of the given set that was valid when the statement was closed', async () => {
    const other = { keys: [publicJwk(newSigningKey())] };
    const expired = { keys: [{ ...publicJwk(hub), exp: Date.parse('2026-11-30T00:00:00Z') / 1_000 }] };
    expect(await verify(good.texts, other)).toMatchObject({ exitCode: 1, code: 'statement.key_unknown' });
    expect(await verify(good.texts, expired)).toMatchObject({ exitCode: 1, code: 'statement.key_invalid' });
    expect(await verify(good.texts, {})).toMatchObject({ exitCode: 2, code: 'cli.usage' });
    expect((await cli.run(['usage', 'verify', 'absent.ndjson', '--keys', 'hub-keys.json'])).exitCode).toBe(2);
  });

  it('checks that a statement follows the one before', async () => {
    const october = statementOf(lines.slice(0, 1), { month: '2026-10' });
    cli.writeFile(fileOf(october.texts), 'oct.ndjson');
    const follows = statementOf(lines, { previous: { month: '2026-10', digest: october.digest } });
    const previous = ['--previous', 'oct.ndjson'];
    expect(await verify(follows.texts, keys, previous)).toMatchObject({ exitCode: 0 });
    expect(await verify(good.texts, keys, previous)).toMatchObject({ exitCode: 1, code: 'statement.order' });
  });
});

describe('kushk usage statement', () => {
  it('downloads a statement with the keys of the hub, and writes it only when it verifies', async () => {
    const headers = { 'content-type': 'application/x-ndjson; charset=utf-8' };
    cli.replies = [
      { status: 200, headers, body: fileOf(good.texts) },
      { status: 200, body: keys },
    ];
    const { exitCode } = await cli.run(['usage', 'statement', '2026-11'], cli.withPublisherKey());
    expect([exitCode, cli.requests.map(({ url }) => url)]).toEqual([
      0,
      ['/developer/v1/usage/statement?month=2026-11&format=ndjson', '/developer/v1/usage/statement/keys'],
    ]);
    expect(cli.readFile('usage-2026-11.ndjson')).toBe(fileOf(good.texts));
    expect((await cli.run(['--lang', 'fa', 'usage', 'verify', 'usage-2026-11.ndjson'])).out).toMatch(
      /^2026-11 برای acme/,
    );

    cli.replies = [
      { status: 200, headers, body: fileOf(good.texts.slice(0, 3)) },
      { status: 200, body: keys },
    ];
    const cut = await cli.run(['usage', 'statement', '2026-12'], cli.withPublisherKey());
    expect([cut.exitCode, existsSync(join(cli.folder, 'usage-2026-12.ndjson'))]).toEqual([1, false]);
  });

  it('reports that the month is not closed', async () => {
    cli.replies = [problemReply(404, 'usage.statement_not_found')];
    const { exitCode, err } = await cli.run(['usage', 'statement', '2026-12'], cli.withPublisherKey());
    expect([exitCode, err]).toEqual([1, expect.stringContaining('usage.statement_not_found')]);
  });
});
