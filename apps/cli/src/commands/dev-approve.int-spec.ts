import { describe, expect, it } from '@jest/globals';
import { cliHarness, problemReply, releaseReply, type StubReply } from '../../test/cli-harness.js';

const cli = cliHarness();
const name = ['ir.acme.invoices', '1.4.0'] as const;
const release = (status: string): StubReply => releaseReply(status, { requested_tier: 'verified' });

/** The file of a running local system, whose hub is the stub. */
function writeDevFile(): void {
  const staff = { operator_token: 'ey.operator', reviewer_token: 'ey.reviewer' };
  cli.writeFile(JSON.stringify({ hub: { base_url: cli.origin }, staff }), 'dev.json');
}
const sent = (): readonly string[] =>
  cli.requests.map(
    ({ method, url, authorization }) => `${method} ${url.split('/').slice(5).join('/')} ${authorization}`,
  );

describe('kushk dev approve', () => {
  it('takes a submitted release, and approves and publishes it with the tier that it asks for', async () => {
    writeDevFile();
    cli.replies = [release('submitted'), release('in_review'), release('published')];
    const { exitCode, out } = await cli.run(['dev', 'approve', ...name]);
    expect([exitCode, out.split('\n')[0]]).toEqual([0, 'ir.acme.invoices@1.4.0 is published']);
    expect(sent()).toEqual([
      'GET 1.4.0 Bearer ey.reviewer',
      'POST 1.4.0/take Bearer ey.reviewer',
      'POST 1.4.0/approve Bearer ey.reviewer',
    ]);
    expect(cli.requests[2]?.body).toEqual({ tier: 'verified', publish: true });
  });

  it('publishes a release that was approved in the browser, as the operator', async () => {
    writeDevFile();
    cli.replies = [release('approved'), release('published')];
    expect((await cli.run(['dev', 'approve', ...name])).exitCode).toBe(0);
    expect(sent().at(-1)).toBe('POST 1.4.0/publish Bearer ey.operator');
  });

  it('says of a release that is published that it was so before', async () => {
    writeDevFile();
    cli.replies = [release('published')];
    const { exitCode, out } = await cli.run(['dev', 'approve', ...name]);
    expect([exitCode, out]).toEqual([0, expect.stringMatching(/^nothing to do: this release was published already\n/)]);
    expect(cli.requests).toHaveLength(1);
  });

  it('takes the release of the manifest in this folder, and says when it is not submitted', async () => {
    writeDevFile();
    cli.writeFile('id: ir.acme.invoices\nversion: 1.4.0\n');
    cli.replies = [problemReply(404, 'catalogue.release_not_found')];
    const { exitCode, err } = await cli.run(['dev', 'approve']);
    expect([exitCode, err]).toEqual([
      1,
      'kushk: ir.acme.invoices@1.4.0 is not submitted: run "kushk release submit FILE" first (cli.not_submitted)\n',
    ]);
    expect(cli.requests[0]?.url).toBe('/operator/v1/releases/ir.acme.invoices/1.4.0');
  });

  it('sends nothing to a hub that is not the local one', async () => {
    writeDevFile();
    const options = { environment: { KUSHK_BASE_URL: 'https://hub.example' } };
    const { exitCode, err } = await cli.run(['dev', 'approve', ...name], options);
    expect([exitCode, err]).toEqual([2, expect.stringContaining('there its reviewers decide')]);
    expect(cli.requests).toEqual([]);
  });
});
