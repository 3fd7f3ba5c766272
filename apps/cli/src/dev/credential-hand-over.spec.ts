import { describe, expect, it } from '@jest/globals';
import type { Manifest } from '@kushk/manifest';
import { EXIT } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { phrase } from '../phrase.js';
import { CredentialHandOver } from './credential-hand-over.js';
import { handOverCredentials } from './credential-variables.js';
import type { DevNotes } from './dev-notes.js';
import type { DevPlugin } from './dev-plugin.js';
import type { InstanceClient } from './instance-client.js';

/** An instance that shows each set of credentials once. */
class StubInstance {
  readonly calls: string[] = [];
  private issued = 1;
  private read = 0;

  /** How the installed version gets its events. */
  installed: 'poll' | 'push' = 'poll';

  readonly client = {
    manifest: () => Promise.resolve({ delivery: this.installed }),
    credentials: () => {
      this.calls.push('read');
      if (this.read === this.issued)
        return Promise.reject(
          new Failure(phrase`read`, { code: 'installation.credentials_already_read', exitCode: EXIT.refused }),
        );
      this.read = this.issued;
      return Promise.resolve({
        installation_id: 'ins_1',
        api_base: 'b',
        token: `ki_${this.issued}`,
        signing_secret: 's',
      });
    },
    rotate: () => {
      this.calls.push('rotate');
      // The new ones can be read a little later.
      setTimeout(() => (this.issued += 1), 600);
      return Promise.resolve();
    },
  } as unknown as InstanceClient;

  renew(): void {
    this.issued += 1;
  }
}

const notes = { renewed: () => undefined, savedCredentials: () => undefined } as unknown as DevNotes;
const pluginThat = (isStartedHere: boolean, isAccepted = true): DevPlugin =>
  ({ isStartedHere, isTokenAccepted: () => Promise.resolve(isAccepted) }) as unknown as DevPlugin;
const poller = { delivery: 'poll' } as Manifest;

describe('the credentials of a plugin that no call brings them to', () => {
  it('are renewed once when they were read before', async () => {
    const instance = new StubInstance();
    expect(await handOverCredentials(instance.client, 'ins_1')).toMatchObject({ isRenewed: false });
    const again = await handOverCredentials(instance.client, 'ins_1');
    expect([again.variables['KUSHK_INSTALLATION_TOKEN'], again.isRenewed]).toEqual(['ki_2', true]);
    expect(instance.calls.filter((call) => call === 'rotate')).toHaveLength(1);
  });

  it('are written once for each installation, and again only when an admin has renewed them', async () => {
    const instance = new StubInstance();
    const saved: unknown[] = [];
    const saveCredentials = (variables: Readonly<Record<string, string>>): void =>
      void saved.push(variables['KUSHK_INSTALLATION_TOKEN']);
    const handOver = new CredentialHandOver(pluginThat(false), { client: instance.client, saveCredentials, notes });
    for (let save = 0; save < 2; save += 1) await handOver.handOver('ins_1', poller);
    expect([saved, instance.calls.includes('rotate')]).toEqual([['ki_1'], false]);
    instance.renew();
    await handOver.handOver('ins_1', poller);
    expect(saved).toEqual(['ki_1', 'ki_2']);
  });

  it('are those of the version to which it moves, and the ones of the version before are not renewed', async () => {
    const instance = new StubInstance();
    const saved: unknown[] = [];
    const saveCredentials = (variables: Readonly<Record<string, string>>): void =>
      void saved.push(variables['KUSHK_INSTALLATION_TOKEN']);
    const handOver = new CredentialHandOver(pluginThat(false), { client: instance.client, saveCredentials, notes });
    instance.installed = 'push';
    await instance.client.credentials('ins_1');
    await handOver.handOver('ins_1', poller);
    await handOver.handOverMoving('ins_1', poller);
    expect([saved, instance.calls.includes('rotate')]).toEqual([[], false]);
    instance.renew();
    const unstarted = new CredentialHandOver({ ...pluginThat(false), command: null } as DevPlugin, {
      ...{ client: instance.client, saveCredentials: null, notes },
    });
    await unstarted.handOverMoving('ins_1', poller);
    await handOver.handOverMoving('ins_1', poller);
    expect(saved).toEqual(['ki_2']);
  });

  it('are read at a restart only for a plugin that polls and runs here', async () => {
    const { client, calls } = new StubInstance();
    const options = { client, saveCredentials: null, notes };
    expect(await new CredentialHandOver(pluginThat(false), options).renewedFor('ins_1', poller)).toEqual({});
    expect(await new CredentialHandOver(pluginThat(true), options).renewedFor('ins_1', {} as Manifest)).toEqual({});
    expect(calls).toEqual([]);
    const renewed = await new CredentialHandOver(pluginThat(true), options).renewedFor('ins_1', poller);
    expect(renewed).toMatchObject({ KUSHK_INSTALLATION_TOKEN: 'ki_1' });
  });

  it('are renewed at a restart when they were read elsewhere, and only then', async () => {
    const instance = new StubInstance();
    const options = { client: instance.client, saveCredentials: null, notes };
    await instance.client.credentials('ins_1');
    expect(await new CredentialHandOver(pluginThat(true), options).renewedFor('ins_1', poller)).toEqual({});
    instance.renew();
    await instance.client.credentials('ins_1');
    const refused = new CredentialHandOver(pluginThat(true, false), options);
    expect(await refused.renewedFor('ins_1', poller)).toMatchObject({ KUSHK_INSTALLATION_TOKEN: 'ki_3' });
  });
});
