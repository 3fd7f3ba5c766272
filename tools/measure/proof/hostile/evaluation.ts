/** Manifests and values that are written to cost time: whoever writes them, others are answered. */
import { expectSeen, type Attack, type Findings } from './attack.js';
import { call, type Sent } from './http.js';
import { newManifest } from './parties.js';

/** The slowest answer to somebody else. Before, it took up to 18 s. */
const slowestMs = 2_000;
const sentAtOnce = 120;

/** Small, and each level multiplies what the one below costs. */
const costly = {
  type: 'object',
  $defs: {
    f: { allOf: Array.from({ length: 100 }, () => ({ not: { format: 'uri-reference' } })) },
    g: { allOf: Array.from({ length: 30 }, () => ({ $ref: '#/$defs/f' })) },
    h: { allOf: Array.from({ length: 40 }, () => ({ $ref: '#/$defs/g' })) },
  },
  properties: { a: { $ref: '#/$defs/h' } },
};
const value = `//${'a'.repeat(4_093)}^`;
const withDefault = { ...costly, properties: { a: { ...costly.properties.a, default: value } } };

interface Attempt {
  /** Sends the costly requests at once. */
  readonly attack: () => Promise<readonly { readonly status: number }[]>;
  readonly expected: readonly number[];
  /** A request of somebody else. */
  readonly other: readonly [address: string, sent: Sent];
}

/** Sends the costly requests, and requests of somebody else until all are answered. */
async function beside({ attack, expected, other: [address, sent] }: Attempt): Promise<Findings> {
  let isOver = false;
  const attacked = attack().finally(() => (isOver = true));
  let [slowest, answer] = [0, 200];
  do {
    const startedAt = performance.now();
    const { status } = await call('GET', address, sent);
    slowest = Math.max(slowest, performance.now() - startedAt);
    if (status !== 200) answer = status;
  } while (!isOver);
  const unexpected = (await attacked).find(({ status }) => !expected.includes(status))?.status;
  return expectSeen(
    {
      'costly requests': unexpected ?? 'sound',
      'other requests': answer === 200 ? 'sound' : answer,
      slowest: slowest < slowestMs ? 'sound' : `${Math.round(slowest)} ms`,
    },
    'sound',
  );
}

const atOnce = <Answer>(send: (n: number) => Promise<Answer>): Promise<Answer[]> =>
  Promise.all(Array.from({ length: sentAtOnce }, (_, n) => send(n)));

const manifests: Attack = {
  name: 'while costly manifests are checked, another publisher is answered',
  plantedDefect: 'evaluation-in-the-event-loop',
  group: 2,
  run: ({ hub, keys }) => {
    // Each is another one for the cache of findings.
    const bodyOf = (n: number) => {
      const manifest = newManifest({ settings: { ...withDefault, title: String(n) } });
      return n % 2 === 0 ? { manifest } : { manifest, source: '&a '.repeat(33_000) };
    };
    const check = (n: number) => call('POST', `${hub}/developer/v1/checks`, { token: keys.acme, body: bodyOf(n) });
    const other = [`${hub}/developer/v1/plugins`, { token: keys.parsan }] as const;
    return beside({ attack: () => atOnce(check), expected: [200, 422, 503], other });
  },
};

const records: Attack = {
  name: 'while a plugin writes costly records, the members of the organisation are answered',
  plantedDefect: 'evaluation-in-the-event-loop',
  group: 2,
  run: async (system) => {
    const declared = [{ type: 'note', schema: costly }];
    const manifest = newManifest({ scopes: { 'records.own': 'Keeps notes.' }, records: declared });
    await system.publish(manifest);
    const { api, token } = await system.install(manifest);
    const put = (n: number) => call('PUT', `${api}/records/note/${n}`, { token, body: { data: { a: value } } });
    const other = [`${system.instance}/instance/v1/me`, { token: system.tokens.member }] as const;
    return await beside({ attack: () => atOnce(put), expected: [422, 503], other });
  },
};

/** With the planted defect, the hub is busy long after the last one. */
export const evaluationAttacks: readonly Attack[] = [records, manifests];
