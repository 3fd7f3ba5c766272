import { describe, expect, it } from '@jest/globals';
import type { JsonObject, Problem, TitledInstallation } from '@kushk/contracts';
import type { Manifest } from '@kushk/manifest';
import { EXIT } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { phrase } from '../phrase.js';
import { requestProblemLines } from '../terminal.js';
import { DevSession } from './dev-session.js';
import type { InstanceClient } from './instance-client.js';

/** An instance that stores what it is sent. */
class StubInstance {
  readonly sent: (readonly [string, unknown])[] = [];
  available = '30';
  /** How often the wallet is read before it is opened. */
  readsBeforeWallet = 0;
  installedManifest: Partial<Manifest> = {};
  /** The plans that consents named. */
  readonly plans: (string | null)[] = [];
  installed: Partial<TitledInstallation> | null = null;
  /** The codes with which the next writes are refused. */
  refusals: string[] = [];

  readonly client = {
    publish: (manifest: Manifest) => {
      this.installedManifest = manifest;
      return Promise.resolve({ manifest });
    },
    manifest: () => Promise.resolve(this.installedManifest),
    findInstallation: () => Promise.resolve(this.installed),
    installation: () => Promise.resolve(this.installed),
    install: (request: { settings: JsonObject }) => this.store('install', request.settings),
    consentToUpdate: async (_id: string, request: { settings: JsonObject; plan: string | null }) => {
      this.plans.push(request.plan);
      await this.store('consent', request.settings);
      return ['cases.read'];
    },
    changeSettings: (_id: string, settings: JsonObject) => this.store('settings', settings),
    wallet: () => {
      if (this.readsBeforeWallet === 0) return Promise.resolve({ available: this.available, held: '0' });
      this.readsBeforeWallet -= 1;
      return Promise.reject(new Failure(phrase`not found`, { code: 'wallet.not_found', exitCode: EXIT.refused }));
    },
    gift: (_id: string, mu: string) => this.store('gift', mu),
  } as unknown as InstanceClient;

  private store(what: string, value: unknown): Promise<unknown> {
    const code = this.refusals.shift();
    if (code !== undefined) return Promise.reject(new Failure(phrase`refused`, { code, exitCode: EXIT.refused }));
    this.sent.push([what, value]);
    return Promise.resolve({ installation_id: 'ins_1', version_pending: null, settings: {} });
  }
}

const manifestWith = (properties: JsonObject): Manifest =>
  ({
    id: 'ir.a.b',
    version: '1.0.0',
    settings: { type: 'object', required: Object.keys(properties), properties },
  }) as unknown as Manifest;
const sessionOn = (instance: StubInstance, given: JsonObject = {}, mu = '100'): DevSession =>
  new DevSession(instance.client, {
    mu,
    plan: null,
    givenSettings: () => ({ ...given }),
    settingsFile: 'settings.json',
  });
const running = new AbortController().signal;
const key: JsonObject = { type: 'string', pattern: '^sk_[a-z]{4}$' };

describe('a session of kushk dev', () => {
  it('installs with what is given and with valid examples for the rest, and names these', async () => {
    const instance = new StubInstance();
    const session = sessionOn(instance, { region: 'eu' });
    const { filled } = await session.update(manifestWith({ region: { type: 'string' }, key }));
    expect([instance.sent, filled]).toEqual([[['install', { region: 'eu', key: 'sk_aaaa' }]], ['/key']]);
  });

  it('names the settings that are wrong or have no valid example, and installs nothing', async () => {
    const instance = new StubInstance();
    const session = sessionOn(instance, { region: 1 });
    const manifest = manifestWith({ region: { enum: ['ir'] }, never: { type: 'string', minLength: 2, maxLength: 1 } });
    const failure = await session.update(manifest).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Failure);
    expect((failure as Failure).textIn('en')).toContain('correct settings.json and save it');
    const { code, params } = (failure as Failure).details;
    const problems = requestProblemLines('en', params?.['problems'] as readonly Problem[]);
    expect([code, problems]).toEqual([
      'installation.settings_invalid',
      [
        '/settings/never is required; string, minLength 2, maxLength 1',
        expect.stringMatching(/^\/settings\/region must be one of: "?ir/),
      ],
    ]);
    expect(instance.sent).toEqual([]);
  });

  it('gives the settings of the options to an installation once, and again when they change', async () => {
    const instance = new StubInstance();
    const installation = { installation_id: 'ins_1', version_pending: null, settings: { a: 1 } } as never;
    instance.installed = installation;
    const given: Record<string, string> = { key: 'sk_abcd' };
    const [session, manifest] = [sessionOn(instance, given), manifestWith({ key })];
    await session.update(manifest);
    expect(await session.applySettings(installation, manifest)).toBe(true);
    await session.update(manifest);
    expect(await session.applySettings(installation, manifest)).toBe(false);
    expect(instance.sent).toEqual([['settings', { a: 1, key: 'sk_abcd' }]]);
  });

  it('gives settings again that the instance refuses only because it has the manifest before', async () => {
    const instance = new StubInstance();
    const installation = { installation_id: 'ins_1', version_pending: null, settings: {} } as never;
    instance.installed = installation;
    const [session, manifest] = [sessionOn(instance, { key: 'sk_abcd' }), manifestWith({ key })];
    await session.update(manifest);
    instance.refusals = ['installation.settings_invalid'];
    expect(await session.applySettings(installation, manifest)).toBe(false);
    expect(await session.applySettings(installation, manifest)).toBe(true);
    expect(instance.sent).toEqual([['settings', { key: 'sk_abcd' }]]);
  });

  it('gives settings only to the version that is installed, and consents to nothing that is installed meanwhile', async () => {
    const instance = new StubInstance();
    const waiting = { installation_id: 'ins_1', version_pending: '1.0.0', settings: {} } as never;
    instance.installed = waiting;
    const [session, manifest] = [sessionOn(instance, { key: 'sk_abcd' }), manifestWith({ key })];
    await session.update(manifest);
    expect(await session.applySettings(waiting, manifest)).toBe(false);
    instance.refusals = ['installation.update_not_found'];
    expect(await session.consent(waiting, manifest)).toBeNull();
    expect(instance.sent).toEqual([]);
  });

  it('removes stored values that a new manifest does not accept, keeps the rest, and adds what is given and missing', async () => {
    const instance = new StubInstance();
    const settings = { hour: 9, secret: '••••••', days: 'many', zone: 'x' };
    const installation = { installation_id: 'ins_1', version_pending: '1.0.0', settings } as never;
    instance.installed = installation;
    const manifest = manifestWith({
      start_hour: { type: 'integer' },
      days: { type: 'integer', default: 3 },
      zone: { type: 'string' },
      key,
    });
    (manifest.settings as Record<string, unknown>)['additionalProperties'] = false;
    const session = sessionOn(instance, { start_hour: 7 });
    await session.update(manifest);
    expect(await session.consent(installation, manifest)).toEqual({
      filled: ['/key'],
      scopes: ['cases.read'],
      removed: expect.arrayContaining(['/hour', '/secret', '/days']),
    });
    expect(instance.sent).toEqual([['consent', { zone: 'x', start_hour: 7, days: 3, key: 'sk_aaaa' }]]);
  });

  it('keeps what was changed since the given settings were applied, when it consents, until these change', async () => {
    const instance = new StubInstance();
    const given: Record<string, number> = { opens: 9 };
    const manifest = manifestWith({ opens: { type: 'integer' }, closes: { type: 'integer', default: 18 } });
    const session = sessionOn(instance, given);
    await session.update(manifest);
    const changed = { installation_id: 'ins_1', version_pending: '1.0.0', settings: { opens: 12 } } as never;
    instance.installed = changed;
    await session.update(manifest);
    await session.consent(changed, manifest);
    given['closes'] = 20;
    await session.update(manifest);
    await session.consent(changed, manifest);
    expect(instance.sent).toEqual([
      ['install', { opens: 9, closes: 18 }],
      ['consent', { opens: 12, closes: 18 }],
      ['consent', { opens: 9, closes: 20 }],
    ]);
  });

  it('chooses a plan with its consent only where the version has that of the installation no longer', async () => {
    const instance = new StubInstance();
    const waiting = { installation_id: 'ins_1', version_pending: '1.0.0', plan: 'pro', settings: {} } as never;
    instance.installed = waiting;
    const session = sessionOn(instance);
    const withPlans = (...keys: readonly string[]): Manifest =>
      ({ ...manifestWith({}), plans: keys.map((plan) => ({ key: plan, rates: {} })) }) as unknown as Manifest;
    await session.consent(waiting, withPlans('basic', 'pro'));
    await session.consent(waiting, withPlans('basic'));
    expect(instance.plans).toEqual([null, 'basic']);
  });

  it('names the record types that the saved manifest has no longer', async () => {
    const instance = new StubInstance();
    const session = sessionOn(instance);
    const withTypes = (...types: readonly string[]): Manifest =>
      ({ ...manifestWith({}), records: types.map((type) => ({ type, schema: {} })) }) as Manifest;
    instance.installed = { installation_id: 'ins_1' };
    instance.installedManifest = withTypes('loan', 'note');
    expect((await session.update(withTypes('note', 'lending'))).goneRecordTypes).toEqual(['loan']);
  });

  it('names the settings that the saved manifest has and the installed one has not, and the other way round', async () => {
    const instance = new StubInstance();
    instance.installed = { installation_id: 'ins_1' };
    const session = sessionOn(instance);
    instance.installedManifest = manifestWith({ hour: {}, zone: {} });
    const renamed = manifestWith({ start_hour: {}, zone: {} });
    expect((await session.update(renamed)).names).toEqual({ added: ['start_hour'], gone: ['hour'] });
    expect((await session.update(renamed)).names).toEqual({ added: [], gone: [] });
  });

  it('takes the saved manifest as installed only when no other one is and none waits', async () => {
    const instance = new StubInstance();
    const session = sessionOn(instance);
    const installation = { installation_id: 'ins_1', version_pending: null } as TitledInstallation;
    instance.installed = installation;
    await session.update(manifestWith({}));
    expect(await session.hasSavedManifest(installation)).toBe(true);
    expect(await session.hasSavedManifest({ ...installation, version_pending: '1.0.0' })).toBe(false);
    session.forgetSaved();
    expect(await session.hasSavedManifest(installation)).toBe(false);
    await session.update(manifestWith({}));
    instance.installedManifest = manifestWith({ hour: {} });
    expect(await session.hasSavedManifest(installation)).toBe(false);
  });

  it('fills the wallet once to what is wanted, however often the manifest is saved', async () => {
    const instance = new StubInstance();
    const session = sessionOn(instance);
    expect(await session.fillWallet('ins_1', running)).toBe('70');
    instance.available = '5';
    expect(await session.fillWallet('ins_1', running)).toBeNull();
    instance.available = '100.5';
    expect(await session.fillWallet('ins_2', running)).toBeNull();
    expect(instance.sent).toEqual([['gift', '70']]);
  });

  it('waits for the wallet of a new installation, which is opened later, and then fills it', async () => {
    const instance = new StubInstance();
    instance.readsBeforeWallet = 2;
    expect(await sessionOn(instance).fillWallet('ins_1', running)).toBe('70');
    expect(instance.sent).toEqual([['gift', '70']]);
  });

  it('gives no MU to an installation that somebody else has made', async () => {
    const instance = new StubInstance();
    const session = sessionOn(instance);
    session.leaveWallet('ins_1');
    expect(await session.fillWallet('ins_1', running)).toBeNull();
    expect(instance.sent).toEqual([]);
  });

  it('no longer waits for a wallet when the run ends', async () => {
    const instance = new StubInstance();
    instance.readsBeforeWallet = Number.POSITIVE_INFINITY;
    const failure = await sessionOn(instance)
      .fillWallet('ins_1', AbortSignal.abort())
      .catch((error: unknown) => error);
    expect((failure as Failure).details.code).toBe('wallet.not_found');
    expect(instance.sent).toEqual([]);
  });
});
