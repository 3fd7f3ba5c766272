/** Vectors for `Service-Signature`: every way in which a call is accepted or refused. */
import { createHmac } from 'node:crypto';
import { inspectCall, signCall } from '@kushk/credentials';

export interface CallVector {
  readonly name: string;
  /** The secrets that the receiver accepts. */
  readonly secrets: readonly string[];
  readonly header: string | null;
  readonly body_base64: string;
  /** The receiver's clock in Unix seconds. */
  readonly now: number;
  readonly expected: string;
}

interface CallCase {
  readonly name: string;
  readonly expected: string;
  readonly header?: string | null;
  readonly secrets?: readonly string[];
  readonly body?: Uint8Array | string;
}

export const NOW = 1_795_000_000;
const SECRET = 'ks_TestVectorsOnlyNeverInUse000000000001';
const OTHER_SECRET = 'ks_TestVectorsOnlyNeverInUse000000000002';
const EVENT =
  '{"id":"evt_01","type":"plugin.proposal.settled","installation_id":"ins_01","data":{"external_id":"فاکتور ۱۴۰۵"}}';
const GOOD = signCall(SECRET, EVENT, NOW);
const [TIME = '', VALUE = ''] = GOOD.split(',');

export function callVectors(): readonly CallVector[] {
  return [...accepted(), ...refused(), ...malformed()].map(vectorOf);
}

/** The verdict of libs/credentials must be the expected one, so a vector cannot demand something else of a plugin. */
function vectorOf({ name, expected, header = GOOD, secrets = [SECRET], body = EVENT }: CallCase): CallVector {
  const verdict = inspectCall({ header, body }, secrets, { nowSeconds: NOW });
  if (verdict !== expected) throw new Error(`${name}: libs/credentials answers ${verdict}, not ${expected}`);
  return { name, secrets, header, body_base64: Buffer.from(body).toString('base64'), now: NOW, expected };
}

function accepted(): readonly CallCase[] {
  const binary = Uint8Array.from([0, 255, 254, 13, 10, 128]);
  const cases: readonly Omit<CallCase, 'expected'>[] = [
    { name: 'signed now' },
    { name: 'an empty body', body: '', header: signCall(SECRET, '', NOW) },
    { name: 'bytes that are not UTF-8', body: binary, header: signCall(SECRET, binary, NOW) },
    { name: 'signed five minutes ago', header: signedAt(NOW - 300) },
    { name: 'signed five minutes ahead', header: signedAt(NOW + 300) },
    { name: 'two signatures, the first one matches', header: signCall([SECRET, OTHER_SECRET], EVENT, NOW) },
    { name: 'two signatures, the second one matches', header: signCall([OTHER_SECRET, SECRET], EVENT, NOW) },
    { name: 'two accepted secrets, the second one signed', secrets: [OTHER_SECRET, SECRET] },
    { name: 'a scheme of a later version is skipped', header: `${GOOD},v2=${'A'.repeat(64)}` },
    { name: 'the signature before the time', header: `${VALUE},${TIME}` },
  ];
  return cases.map((one) => ({ ...one, expected: 'valid' }));
}

function refused(): readonly CallCase[] {
  const emptyKey = createHmac('sha256', '').update(`${NOW}.${EVENT}`).digest('hex');
  const parsedAgain = JSON.stringify(JSON.parse(EVENT), null, 1);
  return [
    { name: 'signed more than five minutes ago', header: signedAt(NOW - 301), expected: 'stale' },
    { name: 'signed more than five minutes ahead', header: signedAt(NOW + 301), expected: 'stale' },
    { name: 'the secret of another installation', secrets: [OTHER_SECRET], expected: 'mismatch' },
    { name: 'no secret is known', secrets: [], expected: 'mismatch' },
    { name: 'an empty secret accepts nothing', secrets: [''], header: `${TIME},v1=${emptyKey}`, expected: 'mismatch' },
    { name: 'the secret without its prefix', secrets: [SECRET.slice(3)], expected: 'mismatch' },
    { name: 'one byte of the body changed', body: EVENT.replace('evt_01', 'evt_02'), expected: 'mismatch' },
    { name: 'the body was parsed and written again', body: parsedAgain, expected: 'mismatch' },
    { name: 'a line break after the body', body: `${EVENT}\n`, expected: 'mismatch' },
    { name: 'the time was changed', header: `t=${NOW + 1},${VALUE}`, expected: 'mismatch' },
    { name: 'a forged call that is also old', header: `t=${NOW - 999},${VALUE}`, expected: 'mismatch' },
    { name: 'no signature header', header: null, expected: 'missing' },
    { name: 'an empty signature header', header: '', expected: 'missing' },
  ];
}

function malformed(): readonly CallCase[] {
  const base64 = Buffer.from(VALUE.slice(3), 'hex').toString('base64');
  const headers: Readonly<Record<string, string>> = {
    'only the digest': VALUE.slice(3),
    'no time': VALUE,
    'no signature': TIME,
    'only a scheme of a later version': `${TIME},v2=${'a'.repeat(64)}`,
    'two times': `${TIME},${GOOD}`,
    'milliseconds instead of seconds': signedAt(NOW * 1_000),
    'a time with a sign': `t=-${NOW},${VALUE}`,
    'a time with a leading zero': `t=0${NOW},${VALUE}`,
    'a time with a fraction': `t=${NOW}.5,${VALUE}`,
    'a time in Persian digits': `t=۱۷۹۵۰۰۰۰۰۰,${VALUE}`,
    'upper-case hexadecimal': `${TIME},v1=${VALUE.slice(3).toUpperCase()}`,
    'a digest that is too short': GOOD.slice(0, -1),
    'a digest in base64': `${TIME},v1=${base64}`,
    'a space after the comma': `${TIME}, ${VALUE}`,
    'a line break after the header': `${GOOD}\n`,
    'a comma after the header': `${GOOD},`,
    'two headers that a proxy joined': `${GOOD}, ${GOOD}`,
    'five signatures': `${GOOD},${VALUE},${VALUE},${VALUE},${VALUE}`,
    'a header of 600 characters': `${GOOD}${`,v2=${'a'.repeat(98)}`.repeat(6)}`,
  };
  return Object.entries(headers).map(([name, header]) => ({ name, header, expected: 'malformed' }));
}

function signedAt(time: number): string {
  return signCall(SECRET, EVENT, time);
}
