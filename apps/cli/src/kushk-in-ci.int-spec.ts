/** What a publisher's CI relies on: formats, exit codes, and that a job can run again. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import {
  BROKEN,
  commandUnderTest,
  INVOICES,
  KEY,
  refusal,
  RELEASE,
  type Answer,
} from './black-box/command-under-test.js';

const cli = commandUnderTest();
const path = '/developer/v1/releases/ir.acme.invoices/1.4.0';
const as = (status: string, more: object = {}): Answer => ({
  status: 200,
  body: { ...RELEASE, status, ...more },
  headers: { etag: `"${status}"` },
});
const unchanged = (status: string): Answer => ({ status: 304, headers: { etag: `"${status}"` } });
const wait = (...words: string[]) =>
  cli.run(['release', 'wait', 'ir.acme.invoices', '1.4.0', ...words], cli.asPublisher());

describe('kushk manifest check', () => {
  it('annotates lines in GitHub Actions, from the root of the repository', async () => {
    const { exitCode, out } = await cli.run(
      ['manifest', 'check', cli.write(BROKEN, 'a,b.yaml'), '--format', 'github'],
      { environment: { GITHUB_WORKSPACE: join(cli.folder, '..') } },
    );
    const folder = cli.folder.split('/').at(-1) ?? '';
    expect({ exitCode, lines: out.split('\n') }).toEqual({
      exitCode: 1,
      lines: [
        `::error file=${folder}/a%2Cb.yaml,line=3,col=1,title=type::/version must be string, not number (put it in quotes)`,
        `::error file=${folder}/a%2Cb.yaml,line=5,col=1,title=scope_missing::/records needs the scope records.own (add records.own to scopes and say why)`,
        '2 problems',
        '',
      ],
    });
  });

  it('warns of what no instance refuses for, and cannot be made to say other commands', async () => {
    const { out } = await cli.run([
      'manifest',
      'check',
      cli.write(`${INVOICES}scopes: { wallet.consume: x }\n"%0A::set-output\\n::error::": 1\n`),
      '--format',
      'github',
    ]);
    expect(out).toContain('::warning file=manifest.yaml,line=9,col=11,title=scope_unused::/scopes/wallet.consume ');
    for (const line of out.split('\n').slice(0, -2))
      expect(line).toMatch(/^::(error|warning) file=manifest\.yaml,line=\d+,col=\d+,title=\w+::\//);
    expect(out).toContain('%250A');
  });

  it('writes SARIF 2.1.0', async () => {
    const { exitCode, out } = await cli.run(['manifest', 'check', cli.write(BROKEN, 'a b.yaml'), '--format', 'sarif']);
    const location = (line: number, pointer: string) => [
      {
        physicalLocation: {
          artifactLocation: { uri: 'a%20b.yaml', uriBaseId: '%SRCROOT%' },
          region: { startLine: line, startColumn: 1 },
        },
        logicalLocations: [{ fullyQualifiedName: pointer, kind: 'member' }],
      },
    ];
    expect({ exitCode, log: JSON.parse(out) }).toEqual({
      exitCode: 1,
      log: {
        $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
        version: '2.1.0',
        runs: [
          {
            tool: {
              driver: {
                name: 'kushk',
                version: '0.1.0',
                semanticVersion: '0.1.0',
                rules: [
                  { id: 'type', shortDescription: { text: 'type' } },
                  { id: 'scope_missing', shortDescription: { text: 'scope missing' } },
                ],
              },
            },
            columnKind: 'utf16CodeUnits',
            results: [
              {
                ruleId: 'type',
                ruleIndex: 0,
                level: 'error',
                message: { text: '/version must be string, not number (put it in quotes)' },
                locations: location(3, '/version'),
                partialFingerprints: { 'codeAndPath/v1': 'type /version' },
                properties: { stage: 'submission' },
              },
              {
                ruleId: 'scope_missing',
                ruleIndex: 1,
                level: 'error',
                message: { text: '/records needs the scope records.own (add records.own to scopes and say why)' },
                locations: location(5, '/records'),
                partialFingerprints: { 'codeAndPath/v1': 'scope_missing /records' },
                properties: { stage: 'instance' },
              },
            ],
          },
        ],
      },
    });
    const clean = JSON.parse((await cli.run(['manifest', 'check', cli.write(INVOICES), '--format', 'sarif'])).out) as {
      runs: { results: unknown[] }[];
    };
    expect(clean.runs[0]?.results).toEqual([]);
  });

  it('means the same by --json and --format json', async () => {
    const file = cli.write(BROKEN);
    expect((await cli.run(['manifest', 'check', file, '--format', 'json'])).out).toBe(
      (await cli.run(['manifest', 'check', file, '--json'])).out,
    );
  });
});

describe('kushk release submit --if-exists same', () => {
  const submit = (...words: string[]) =>
    cli.run(['release', 'submit', cli.write(INVOICES), '--if-exists', 'same', ...words], cli.asPublisher());
  const exists = (isSame: boolean) =>
    refusal(409, 'catalogue.version_exists', {
      plugin_id: 'ir.acme.invoices',
      version: '1.4.0',
      status: 'in_review',
      same_content: isSame,
    });

  it('is done where the same manifest was submitted before, and shows that release', async () => {
    cli.answers = [exists(true), as('in_review'), exists(true), as('in_review')];
    expect(await submit('--json')).toMatchObject({
      exitCode: 0,
      err: '',
      out: expect.stringContaining('"status": "in_review"'),
    });
    expect(await submit()).toMatchObject({
      exitCode: 0,
      out: expect.stringContaining('is in_review'),
      err: 'this version was submitted before, with the same manifest\n',
    });
    expect(cli.asked[1]).toMatchObject({ method: 'GET', url: path });
  });

  it('exits with 13 where the version has other content, and with 1 where nobody asked for the difference', async () => {
    cli.answers = [exists(false), exists(true)];
    expect((await submit()).exitCode).toBe(13);
    expect((await cli.run(['release', 'submit', cli.write(INVOICES)], cli.asPublisher())).exitCode).toBe(1);
  });
});

describe('kushk release wait', () => {
  it('lets the service hold the question until the release changes, and asks only for what is new', async () => {
    cli.answers = [as('submitted'), unchanged('submitted'), as('in_review'), as('approved')];
    const { exitCode, out, err } = await wait('--until', 'approved');
    expect({ exitCode, out: out.split('\n')[0], err }).toEqual({
      exitCode: 0,
      out: 'ir.acme.invoices@1.4.0 is approved',
      err: ['submitted', 'in_review', 'approved'].map((status) => `ir.acme.invoices@1.4.0 is ${status}\n`).join(''),
    });
    expect(cli.asked.map(({ url, known }) => [url, known])).toEqual([
      [path, undefined],
      [`${path}?wait=30`, '"submitted"'],
      [`${path}?wait=30`, '"submitted"'],
      [`${path}?wait=30`, '"in_review"'],
    ]);
  });

  it.each([
    ['approved', 'approved', 0],
    ['approved', 'published', 0],
    ['published', 'published', 0],
    ['approved', 'rejected', 10],
    ['published', 'withdrawn', 11],
    ['published', 'suspended', 12],
    ['approved', 'suspended', 12],
    ['published', 'approved', 75],
    ['approved', 'submitted', 75],
    ['approved', 'in_review', 75],
  ])('until %s: a release that is %s gives %i', async (until, status, exitCode) => {
    cli.answers = [as(status)];
    expect((await wait('--until', until, '--timeout', '0')).exitCode).toBe(exitCode);
    expect(cli.asked).toHaveLength(1);
  });

  it('takes the release that submit has written, and says why it was rejected beside the job', async () => {
    cli.answers = [as('rejected', { review_notes: 'Asks for\ntoo much' })];
    const { exitCode, out } = await cli.run(
      ['release', 'wait', '--from', cli.write(JSON.stringify(RELEASE), 'release.json'), '--format', 'github'],
      cli.asPublisher(),
    );
    expect({ exitCode, first: out.split('\n')[0] }).toEqual({
      exitCode: 10,
      first: '::error title=ir.acme.invoices@1.4.0 is rejected::Asks for too much',
    });
  });

  it('gets over parts that are down, and gives up with 3 when they stay so', async () => {
    cli.answers = [refusal(503, 'service.unavailable'), as('published')];
    expect(await wait()).toMatchObject({
      exitCode: 0,
      err: 'It was refused: because; asking again in 1 s\nir.acme.invoices@1.4.0 is published\n',
    });
    cli.answers = [refusal(503, 'service.unavailable')];
    expect((await wait('--timeout', '0')).exitCode).toBe(3);
  });

  it('does not hang where the service does', async () => {
    cli.answers = [{ status: 200, body: RELEASE, afterMs: 15_000 }];
    const ran = await wait('--timeout', '1s');
    expect(ran).toMatchObject({ exitCode: 3, err: expect.stringContaining('no answer within 10 s') });
    expect(ran.milliseconds).toBeLessThan(14_000);
  });

  it('gives up at once what no waiting cures', async () => {
    cli.answers = [refusal(401, 'auth.publisher_key_invalid'), refusal(404, 'catalogue.release_not_found')];
    expect([(await wait()).exitCode, (await wait()).exitCode]).toEqual([4, 1]);
    for (const words of [
      ['a.b'],
      ['--from', 'missing.json'],
      ['a.b', '1.0.0', '--from', cli.write('{}', 'x.json')],
      ['--from', 'x.json'],
      ['a.b', '1.0.0', '--timeout', 'soon'],
      ['a.b', '1.0.0', '--until', 'rejected'],
    ]) {
      expect({ words, exitCode: (await cli.run(['release', 'wait', ...words], cli.asPublisher())).exitCode }).toEqual({
        words,
        exitCode: 2,
      });
    }
  });
});

describe('kushk usage --csv', () => {
  it('writes one record per installation', async () => {
    const figures = {
      mu_consumed: '95.5',
      mu_purchased: '0',
      mu_gifted: '50',
      proposals_applied: 41,
      proposals_rejected: 6,
    };
    cli.answers = [
      {
        status: 200,
        body: {
          month: '2026-10',
          timezone: 'Asia/Tehran',
          partial: true,
          plugins: [
            { plugin_id: 'ir.acme.invoices', installations: [{ alias: 'inst_a', ...figures }] },
            { plugin_id: 'ir.acme.none', installations: [] },
          ],
        },
      },
    ];
    expect(await cli.run(['usage', '--month', '2026-10', '--csv'], cli.asPublisher())).toMatchObject({
      exitCode: 0,
      out: 'month,plugin_id,installation,mu_consumed,mu_purchased,mu_gifted,proposals_applied,proposals_rejected,partial\r\n2026-10,ir.acme.invoices,inst_a,95.5,0,50,41,6,true\r\n',
    });
  });
});

describe('the one file', () => {
  it('works alone, without a package beside it', async () => {
    const file = join(cli.folder, 'kushk.mjs');
    copyFileSync(new URL('../dist/kushk.mjs', import.meta.url), file);
    cli.answers = [as('published')];
    const ran = await cli.run(['release', 'status', 'ir.acme.invoices', '1.4.0'], {
      ...cli.asPublisher(),
      command: file,
    });
    expect(ran).toMatchObject({ exitCode: 0, out: expect.stringContaining('is published') });
    expect(await cli.run(['manifest', 'check', cli.write(BROKEN)], { command: file })).toMatchObject({
      exitCode: 1,
      out: expect.stringContaining('2 problems'),
    });
    expect(cli.asked[0]?.authorization).toBe(`Bearer ${KEY}`);
  });
});
