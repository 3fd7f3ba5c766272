import { describe, expect, it } from '@jest/globals';
import { cliHarness, problemReply, RELEASE, releaseReply, type StubReply } from '../../test/cli-harness.js';

const cli = cliHarness();
const path = '/developer/v1/releases/ir.acme.invoices/1.4.0';
const unchanged = (status: string): StubReply => ({ status: 304, headers: { etag: `"${status}"` } });
const REFUSAL = {
  instance: 'inst_a',
  problems: [
    {
      code: 'duplicate',
      severity: 'error',
      stage: 'instance',
      path: '/records/1/type',
      message: 'is a duplicate',
      message_fa: '',
    },
  ],
};
const wait = (...args: string[]) =>
  cli.run(['release', 'wait', 'ir.acme.invoices', '1.4.0', ...args], cli.withPublisherKey());

describe('kushk release wait', () => {
  it('sends long-polling requests with the ETag of the last reply until the release is decided', async () => {
    cli.replies = [
      releaseReply('submitted'),
      unchanged('submitted'),
      releaseReply('in_review'),
      releaseReply('approved'),
    ];
    const { exitCode, out, err } = await wait('--until', 'approved');
    expect({ exitCode, out: out.split('\n')[0], err }).toEqual({
      exitCode: 0,
      out: 'ir.acme.invoices@1.4.0 is approved',
      err: ['submitted', 'in_review', 'approved'].map((status) => `ir.acme.invoices@1.4.0 is ${status}\n`).join(''),
    });
    expect(cli.requests.map(({ url, knownTag }) => [url, knownTag])).toEqual([
      [path, undefined],
      [`${path}?wait=30`, '"submitted"'],
      [`${path}?wait=30`, '"submitted"'],
      [`${path}?wait=30`, '"in_review"'],
    ]);
  });

  it('says that the reviewer requests changes, and how to answer', async () => {
    const changes = { changes_requested_at: '2026-11-20T09:00:00.000Z' };
    cli.replies = [
      releaseReply('in_review'),
      releaseReply('in_review', changes),
      releaseReply('approved', changes),
    ];
    const { err } = await wait('--until', 'approved');
    expect(err.match(/the reviewer requests changes: "kushk release status ir\.acme\.invoices 1\.4\.0"/g)).toHaveLength(
      1,
    );
    expect(err).toContain('--replaces 1.4.0');
  });

  it.each([
    ['approved', 'approved', 0],
    ['approved', 'published', 0],
    ['approved', 'rejected', 10],
    ['published', 'withdrawn', 11],
    ['published', 'suspended', 12],
    ['approved', 'suspended', 12],
    ['published', 'approved', 75],
    ['approved', 'submitted', 75],
    ['approved', 'in_review', 75],
  ])('with --until %s and a release in status %s, exits with code %i', async (until, status, exitCode) => {
    cli.replies = [releaseReply(status)];
    expect((await wait('--until', until, '--timeout', '0')).exitCode).toBe(exitCode);
    expect(cli.requests).toHaveLength(1);
  });

  it.each([
    [{ compatible: 2, accepted: 1, refused: [] }, 0, 'accepted by 1 of 2 instances'],
    [{ compatible: 2, accepted: 0, refused: [REFUSAL] }, 75, 'accepted by 0 of 2 instances'],
    [
      { compatible: 1, accepted: 0, refused: [REFUSAL] },
      6,
      'refused by inst_a:\n    /records/1/type is a duplicate (duplicate)',
    ],
    [{ compatible: 0, accepted: 0, refused: [] }, 6, 'no instance of this hub can run it'],
  ])('of a published release with the fleet %j exits with %i', async (fleet, exitCode, text) => {
    cli.replies = [releaseReply('published', { fleet })];
    const waited = await wait('--timeout', '0');
    expect(waited.exitCode).toBe(exitCode);
    expect(waited.out).toContain(text);
  });

  it('waits on for a published release until an instance has accepted it', async () => {
    const fleet = { compatible: 1, accepted: 0, refused: [] };
    cli.replies = [
      releaseReply('published', { fleet }),
      releaseReply('published', { fleet: { ...fleet, accepted: 1 } }),
    ];
    expect((await wait()).exitCode).toBe(0);
    expect(cli.requests).toHaveLength(2);
  });

  it('waits for the release that `submit` printed, and prints the rejection reason as an annotation', async () => {
    cli.replies = [releaseReply('rejected', { review_notes: 'Asks for\ntoo much' })];
    const { exitCode, out } = await cli.run(
      ['release', 'wait', '--from', cli.writeFile(JSON.stringify(RELEASE), 'release.json'), '--format', 'github'],
      cli.withPublisherKey(),
    );
    expect({ exitCode, first: out.split('\n')[0] }).toEqual({
      exitCode: 10,
      first: '::error title=ir.acme.invoices@1.4.0 is rejected::Asks for too much',
    });
  });

  it('retries while the service is unavailable, and exits with 3 at the timeout', async () => {
    cli.replies = [
      problemReply(503, 'service.unavailable'),
      releaseReply('published', { fleet: { compatible: 1, accepted: 1, refused: [] } }),
    ];
    expect(await wait()).toMatchObject({
      exitCode: 0,
      err: 'Request refused: because; next attempt in 1 s\nir.acme.invoices@1.4.0 is published\n',
    });
    cli.replies = [problemReply(503, 'service.unavailable')];
    expect((await wait('--timeout', '0')).exitCode).toBe(3);
  });

  it('exits with 3 when the service never replies', async () => {
    cli.replies = [{ status: 200, hangs: true }];
    expect(await wait('--timeout', '1s')).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining('no reply within 10 s'),
    });
  });

  it('does not retry after a failure that a retry cannot fix', async () => {
    cli.replies = [problemReply(401, 'auth.publisher_key_invalid'), problemReply(404, 'catalogue.release_not_found')];
    expect([(await wait()).exitCode, (await wait()).exitCode]).toEqual([4, 1]);
    for (const args of [
      ['a.b'],
      ['--from', 'missing.json'],
      ['a.b', '1.0.0', '--from', cli.writeFile('{}', 'x.json')],
      ['--from', 'x.json'],
      ['a.b', '1.0.0', '--timeout', 'soon'],
      ['a.b', '1.0.0', '--until', 'rejected'],
    ]) {
      expect({
        args,
        exitCode: (await cli.run(['release', 'wait', ...args], cli.withPublisherKey())).exitCode,
      }).toEqual({
        args,
        exitCode: 2,
      });
    }
  });
});
