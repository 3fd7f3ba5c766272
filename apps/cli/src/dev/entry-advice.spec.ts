import { describe, expect, it } from '@jest/globals';
import type { Manifest } from '@kushk/manifest';
import type { DevEntry } from './dev-entry.js';
import { EntryAdvice } from './entry-advice.js';

const at = '2026-11-23T10:00:00Z';
const refused: DevEntry = {
  kind: 'call_in',
  at,
  method: 'POST',
  path: '/wallet/consume',
  status: 402,
  code: 'wallet.insufficient_balance',
  duration_ms: 1,
  request_id: 'req_1',
  caused_by: null,
  request_body: null,
  response_body: null,
};
const installation = { installation_id: 'ins_1', status: 'installed' } as const;
const place = { installation, baseUrl: 'http://localhost:4100', isStartedHere: true };

describe('the advice about entries of kushk dev', () => {
  it('is given for a wallet with too few MU, once until its balance changes', () => {
    const given: string[] = [];
    const advice = new EntryAdvice({
      lowWallet: () => void given.push('wallet'),
      otherProgram: () => void given.push('program'),
      lostCredentials: (id) => void given.push(id),
      unsent: (type) => void given.push(type),
      holdExpired: () => void given.push('expired'),
    });
    advice.about(refused, place);
    advice.about(refused, place);
    expect(given).toEqual(['wallet']);
    advice.about({ kind: 'wallet', at, available: '1', held: '0' }, place);
    advice.about(refused, place);
    expect(given).toEqual(['wallet', 'wallet']);
  });

  it('asks for another program once for each manifest, and never where this command runs the plugin', () => {
    const given: string[] = [];
    const advice = new EntryAdvice({
      lowWallet: () => void given.push('wallet'),
      otherProgram: (url) => void given.push(url),
      lostCredentials: (id) => void given.push(id),
      unsent: (type) => void given.push(type),
      holdExpired: () => void given.push('expired'),
    });
    const rejected = { kind: 'call_out', at, channel: 'lifecycle', type: 'installed', status: 401 } as never;
    advice.about(rejected, place);
    expect(given).toEqual([]);
    const elsewhere = { ...place, isStartedHere: false };
    for (let again = 0; again < 2; again += 1) advice.about(rejected, elsewhere);
    expect(given).toEqual([place.baseUrl]);
    advice.reset();
    advice.about(rejected, elsewhere);
    expect(given).toEqual([place.baseUrl, place.baseUrl]);
  });

  it('is given for a hold that ended without the plugin, and names the event of it that the manifest does not list', () => {
    const given: string[] = [];
    const advice = new EntryAdvice({
      lowWallet: () => undefined,
      otherProgram: () => undefined,
      lostCredentials: () => undefined,
      unsent: (type) => void given.push(type),
      holdExpired: () => void given.push('expired'),
    });
    const wallet = (held: string): void => {
      advice.about({ kind: 'wallet', at, available: '1', held }, place);
      advice.aboutEvents({ scopes: [] } as never, {} as Manifest);
    };
    wallet('2.5');
    advice.about({ ...refused, path: '/wallet/holds/hld_1/settle', status: 200, code: null }, place);
    wallet('1.25');
    expect(given).toEqual([]);
    advice.about({ ...refused, path: '/wallet/holds/hld_2/settle', status: 422 }, place);
    wallet('0');
    expect(given).toEqual(['expired', 'plugin.wallet.hold_expired']);
    wallet('1');
    advice.about(
      { kind: 'wallet', at, available: '1', held: '0' },
      {
        ...place,
        installation: { ...installation, status: 'removed' },
      },
    );
    expect(given).toHaveLength(2);
  });

  it('names the installation when the plugin refuses a signed call, once until it has new credentials', () => {
    const given: string[] = [];
    const advice = new EntryAdvice({
      lowWallet: () => void given.push('wallet'),
      otherProgram: () => void given.push('program'),
      lostCredentials: (id) => void given.push(id),
      unsent: (type) => void given.push(type),
      holdExpired: () => void given.push('expired'),
    });
    const call = (channel: string, type: string, status: number): DevEntry =>
      ({ kind: 'call_out', at, channel, type, status }) as never;
    for (const status of [401, 401]) advice.about(call('event', 'plugin.ping', status), place);
    expect(given).toEqual(['ins_1']);
    advice.about(call('lifecycle', 'installed', 200), place);
    advice.about(call('tool', 'find', 401), place);
    expect(given).toEqual(['ins_1', 'ins_1']);
  });

  it('names the events of a change that the manifest does not list, once each with the line that asks for them', () => {
    const given: string[] = [];
    const advice = new EntryAdvice({
      lowWallet: () => void given.push('wallet'),
      otherProgram: () => void given.push('program'),
      lostCredentials: (id) => void given.push(id),
      unsent: (type, line) => void given.push(`${type}: ${line}`),
      holdExpired: () => undefined,
    });
    const first = {
      installation_id: 'ins_1',
      status: 'installed',
      version: '1.0.0',
      plan: 'basic',
      settings_revision: 1,
      scopes: ['cases.read', 'records.own'],
      isWalletLow: false,
    } as const;
    const listing = { events: ['plugin.wallet.low'] } as unknown as Manifest;
    const see = (changes: object): void => advice.aboutEvents({ ...first, ...changes }, listing);
    see({});
    see({ scopes: ['records.own', 'cases.read'] });
    see({ settings_revision: 2, isWalletLow: true });
    see({ settings_revision: 3, status: 'paused' });
    see({ settings_revision: 3 });
    see({ installation_id: 'ins_2', version: '1.1.0' });
    expect(given).toEqual([
      'plugin.settings.changed: events: [plugin.wallet.low, plugin.settings.changed]',
      'plugin.paused: events: [plugin.wallet.low, plugin.paused]',
      'plugin.resumed: events: [plugin.wallet.low, plugin.resumed]',
    ]);
  });
});
