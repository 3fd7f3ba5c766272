import { describe, expect, it } from '@jest/globals';
import { cliHarness, problemReply, VALID_MANIFEST } from '../test-harness/cli-harness.js';

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
});
