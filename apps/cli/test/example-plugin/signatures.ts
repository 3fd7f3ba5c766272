/** How the example plugin verifies calls, and what its defects leave out. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { readIssuer, verifyIssuer, type IssuerClaims, type Jwks } from '@kushk/credentials';
import { PLUGIN_ID, type Defect } from './defects.js';

export interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
  readonly installationId: string;
}
export type Has = (...defects: readonly Defect[]) => boolean;

const TOLERANCE_SECONDS = 300;
const HOUR_SECONDS = 3_600;
const nowSeconds = (): number => Math.floor(Date.now() / 1_000);

const sorted = (value: object): string => JSON.stringify(Object.fromEntries(Object.entries(value).sort()));

/** The bytes over which the plugin computes the signature. */
function signedText({ text, json }: Call, has: Has): string {
  const isEvent = json['data'] !== undefined;
  if (isEvent && has('verifies the parsed event')) return JSON.stringify(json);
  const sorts =
    has('sorts the keys of every body before it verifies') ||
    (isEvent && has('sorts the keys of an event before it verifies'));
  return sorts ? sorted(json) : text;
}

export function isSigned(call: Call, secrets: readonly string[], has: Has): boolean {
  const parts = String(call.headers['service-signature']).split(',');
  const seconds = Number(parts.find((part) => part.startsWith('t='))?.slice(2));
  const values = parts.filter((part) => part.startsWith('v1=')).map((part) => Buffer.from(part.slice(3), 'hex'));
  const compared = has('compares only the first signature') ? values.slice(0, 1) : values;
  const body = signedText(call, has);
  const matches = secrets.some((secret) => {
    const expected = createHmac('sha256', secret).update(`${seconds}.${body}`).digest();
    return compared.some((value) => value.length === expected.length && timingSafeEqual(value, expected));
  });
  return matches && isTimely(seconds, has);
}

function isTimely(seconds: number, has: Has): boolean {
  const age = nowSeconds() - seconds;
  if (has('does not check the age of a signature') && age > 0) return true;
  if (has('accepts signatures from the future') && age < 0) return true;
  return Math.abs(age) <= (has('accepts signatures of an hour ago') && age > 0 ? HOUR_SECONDS : TOLERANCE_SECONDS);
}

export interface IssuerExpectation {
  readonly hub: string;
  /** The origin of `api_base`; null when it is unknown. */
  readonly origin: string | null;
}

/** The claims of the instance that signed the call, if the hub lists it for its origin; else null. */
export async function trustedIssuer(
  { headers, text }: Call,
  { hub, origin }: IssuerExpectation,
  has: Has,
): Promise<IssuerClaims | null> {
  const signature = headers['service-issuer-signature'];
  const claims = readIssuer(signature);
  if (has('trusts every issuer')) return claims ?? { iss: origin ?? '', aud: PLUGIN_ID, iat: nowSeconds() };
  const isAnyInstance = has('lets every listed instance act for every other one');
  if (claims === null || (origin !== null && claims.iss !== origin && !isAnyInstance)) return null;
  const audiences = has('accepts calls for other plugins') ? [PLUGIN_ID, 'ir.example.other'] : [PLUGIN_ID];
  const verifies = async (address: string): Promise<boolean> => {
    const keys = await keysOf(address);
    const isAgeless = has('does not check the age of the issuer signature');
    const expected = { nowSeconds: isAgeless ? claims.iat : nowSeconds() };
    return audiences.some((aud) => verifyIssuer(keys, { signature, body: text }, { ...expected, aud }) !== null);
  };
  if (!has('trusts the keys of any issuer') && !(await verifies(hub))) return null;
  return isAnyInstance || (await verifies(claims.iss)) ? claims : null;
}

async function keysOf(address: string): Promise<Jwks> {
  return (await (await fetch(`${address}/.well-known/jwks.json`)).json()) as Jwks;
}
