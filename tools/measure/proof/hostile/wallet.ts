/** Money: numbers that are none, races for the last units, and what a removal carries or forgets. */
import { each, expectSeen, type Attack } from './attack.js';
import { call, newKey, verdictOf } from './http.js';
import { charging, newManifest, purchase, type Installed, type Manifest } from './parties.js';
import type { ProductionSystem } from './production-system.js';

const cycles = 3;
const parallelCharges = 90;
/** What 5 MU pay for at 0.25 MU each. */
const units = 20;
interface Wallet {
  readonly available: string;
  readonly held: string;
  readonly totals: Readonly<Record<string, string>>;
}

async function charged(system: ProductionSystem): Promise<{ readonly manifest: Manifest; readonly plugin: Installed }> {
  const manifest = newManifest(charging);
  await system.publish(manifest);
  return { manifest, plugin: await system.install(manifest, { plan: 'basic' }) };
}

const consume = ({ api, token }: Installed, body: object = { service: 'page', count: 1 }): Promise<string> =>
  verdictOf('POST', `${api}/wallet/consume`, { token, body, headers: newKey() });

async function walletOf(system: ProductionSystem, { address }: Installed): Promise<Wallet> {
  return (await call('GET', `${address}/wallet`, { token: system.tokens.admin })).json as unknown as Wallet;
}

const counts = [0, -1, 1.5, 1e30, 9_007_199_254_740_993, true, '1', null, [1]];
const services = ['__proto__', 'constructor', 'toString', 'page ', 'Page', ''];
const amounts = [
  '-5',
  '1e5',
  '0.0000001',
  '9223372036854.775807',
  '9223372036854775808',
  '٥',
  'NaN',
  '+5',
  ' 5',
  '5.',
  '',
  '0',
];
const numbers: Attack = {
  name: 'no number, service or amount that is none is charged or purchased',
  plantedDefect: 'any-count',
  run: async (system) => {
    const { plugin } = await charged(system);
    await purchase(system, plugin, '100');
    const refused = async (answer: Promise<string>): Promise<string> =>
      (await answer).replace(/^(?:422|400|404) .*/, 'refused');
    const seen = {
      ...(await each(
        counts,
        (count) => `count ${JSON.stringify(count)}`,
        (count) => refused(consume(plugin, { service: 'page', count })),
      )),
      ...(await each(
        services,
        (service) => `service ${service}`,
        (service) => refused(consume(plugin, { service, count: 1 })),
      )),
      ...(await each(
        amounts,
        (mu) => `mu ${mu}`,
        (mu) =>
          refused(
            verdictOf('POST', `${plugin.address}/wallet/purchases`, {
              token: system.tokens.platform,
              body: { mu },
              headers: newKey(),
            }),
          ),
      )),
    };
    const { available } = await walletOf(system, plugin);
    return expectSeen({ ...seen, available: Number(available) === 100 ? 'refused' : available }, 'refused');
  },
};

/** Returns how often a hold was ended. */
async function endThrice({ api, token }: Installed): Promise<number> {
  const post = (path: string, body: object) =>
    call('POST', `${api}/wallet/${path}`, { token, body, headers: newKey() });
  const { json, status } = await post('holds', { service: 'page', count: 1 });
  if (status !== 201) return 0;
  const hold = `holds/${String(json['id'])}`;
  const ends = await Promise.all([post(`${hold}/settle`, {}), post(`${hold}/release`, {}), post(`${hold}/settle`, {})]);
  return ends.filter((end) => end.status === 200).length;
}

const races: Attack = {
  name: 'parallel charges, holds, settlements and releases never consume more than there is, or end a hold twice',
  plantedDefect: 'unchecked-balance',
  run: async (system) => {
    const { plugin } = await charged(system);
    await purchase(system, plugin, String(units * 0.25));
    const attempts = Array.from({ length: parallelCharges }, (_, n) => n);
    const ends = await Promise.all(attempts.map((n) => (n % 3 === 0 ? consume(plugin) : endThrice(plugin))));
    const endedTwice = ends.filter((end) => typeof end === 'number' && end > 1).length;
    const answers = ends.filter((end) => typeof end === 'string');
    // What releases have freed is charged in sequence.
    for (let n = 0; n < units + 1; n += 1) answers.push(await consume(plugin));
    const unexpected = answers.filter((answer) => !['201', '402 wallet.insufficient_balance'].includes(answer));
    const { available, held, totals } = await walletOf(system, plugin);
    return expectSeen(
      {
        available: Number(available),
        held: Number(held),
        consumed: Number(totals['consumed']),
        endedTwice,
        unexpected,
      },
      { available: 0, held: 0, consumed: units * 0.25, endedTwice: 0, unexpected: [] },
    );
  },
};

const carryOver: Attack = {
  name: 'removing twice while purchasing and installing again never doubles what is carried over',
  plantedDefect: 'remainder-carried-twice',
  run: async (system) => {
    const { manifest, plugin } = await charged(system);
    await purchase(system, plugin, '5');
    let current = plugin;
    let purchased = 5;
    for (let cycle = 0; cycle < cycles; cycle += 1) {
      const remove = () => call('DELETE', current.address, { token: system.tokens.admin });
      const buy = () =>
        call('POST', `${current.address}/wallet/purchases`, {
          token: system.tokens.platform,
          body: { mu: '1' },
          headers: newKey(),
        });
      const [, , { status }] = await Promise.all([remove(), remove(), buy()]);
      if (status === 201) purchased += 1;
      current = await system.install(manifest, { plan: 'basic' });
    }
    const { available } = await settledWallet(system, current, purchased);
    return expectSeen({ available: Number(available) }, { available: purchased });
  },
};

/** The wallet, once what is carried over has arrived. */
async function settledWallet(system: ProductionSystem, plugin: Installed, expected: number): Promise<Wallet> {
  for (let attempt = 0; ; attempt += 1) {
    const found = await walletOf(system, plugin);
    if (Number(found.available) === expected || attempt === 50) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const budget: Attack = {
  name: 'removing and installing again spends no more than the budget of the month',
  plantedDefect: 'forgotten-budget',
  run: async (system) => {
    const { manifest, plugin } = await charged(system);
    await purchase(system, plugin, '5');
    const limits = { monthly: '1', services: {} };
    await call('PUT', `${plugin.address}/wallet/budget`, { token: system.tokens.admin, body: limits });
    const four = { service: 'page', count: 4 };
    const seen = { first: await consume(plugin, four), second: await consume(plugin, four) };
    await call('DELETE', plugin.address, { token: system.tokens.admin });
    const again = await system.install(manifest, { plan: 'basic' });
    await settledWallet(system, again, 4);
    const code = '402 wallet.budget_exceeded';
    return expectSeen(
      { ...seen, 'after re-installation': await consume(again, four) },
      {
        first: '201',
        second: code,
        'after re-installation': code,
      },
    );
  },
};

const formulas = ['=HYPERLINK("http://evil","x")', '+1', '-1', '@x', '\t=1', '\r=1', '＝1+1'];
const spreadsheet: Attack = {
  name: 'no text of a plugin is a formula in an exported table',
  plantedDefect: 'formulas-in-tables',
  run: async (system) => {
    const { plugin } = await charged(system);
    await purchase(system, plugin, '5');
    for (const reference of formulas) await consume(plugin, { service: 'page', count: 1, reference });
    const { text } = await call('GET', `${plugin.address}/wallet/entries?format=csv`, { token: system.tokens.admin });
    const cells = text.match(/"(?:[^"]|"")*"|[^,\r\n]+/g) ?? [];
    const live = cells.filter((cell) => /^"?\s*[=+@＝]|^"?\s*-\D/.test(cell));
    return expectSeen({ cells: live.length === 0 ? 'none' : live.join(' ') }, 'none');
  },
};

export const walletAttacks: readonly Attack[] = [numbers, races, carryOver, budget, spreadsheet];
