/** Where to ask, and with which credential: flags, then the environment, then the development system of this checkout. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT } from './exit-codes.js';
import { Failure, usageFailure } from './failure.js';

/** The flags that say where and as whom. */
export interface ConnectionFlags {
  readonly baseUrl?: string;
  readonly serviceOrigin?: string;
  readonly key?: string;
  readonly token?: string;
  readonly organisation?: string;
}
export interface Connection {
  readonly origin: string;
  readonly credential: string;
  readonly organisation?: string;
}

/** `.kushk/dev.json` (contract §1), as far as it is used here. */
interface DevelopmentSystem {
  readonly hub?: { readonly base_url?: string };
  readonly instances?: readonly { readonly service_origin?: string }[];
  readonly publisher?: { readonly key?: string };
  readonly staff?: { readonly operator_token?: string };
  readonly organisation?: { readonly id?: string; readonly admin_token?: string };
}
interface Wanted {
  readonly address: string | undefined;
  readonly credential: string | undefined;
  readonly local: { readonly address: string | undefined; readonly credential: string | undefined };
  readonly flags: { readonly address: string; readonly credential: string };
}

/** The hub, as the publisher of the key. */
export function asPublisher(flags: ConnectionFlags): Connection {
  const local = developmentSystem();
  return connect({
    address: flags.baseUrl ?? variable('KUSHK_BASE_URL'),
    credential: flags.key ?? variable('KUSHK_PUBLISHER_KEY'),
    local: { address: local.hub?.base_url, credential: local.publisher?.key },
    flags: { address: '--base-url or KUSHK_BASE_URL', credential: 'KUSHK_PUBLISHER_KEY or --key' },
  });
}

/** The hub, as one of the operator's staff. */
export function asOperator(flags: ConnectionFlags): Connection {
  const local = developmentSystem();
  return connect({
    address: flags.baseUrl ?? variable('KUSHK_BASE_URL'),
    credential: flags.token ?? variable('KUSHK_TOKEN'),
    local: { address: local.hub?.base_url, credential: local.staff?.operator_token },
    flags: { address: '--base-url or KUSHK_BASE_URL', credential: 'KUSHK_TOKEN or --token' },
  });
}

/** An instance, as an admin of an organisation. */
export function asAdmin(flags: ConnectionFlags): Connection {
  const local = developmentSystem();
  const connection = connect({
    address: flags.serviceOrigin ?? variable('KUSHK_SERVICE_ORIGIN'),
    credential: flags.token ?? variable('KUSHK_TOKEN'),
    local: { address: local.instances?.[0]?.service_origin, credential: local.organisation?.admin_token },
    flags: { address: '--service-origin or KUSHK_SERVICE_ORIGIN', credential: 'KUSHK_TOKEN or --token' },
  });
  const isLocal = connection.credential === local.organisation?.admin_token;
  const organisation = flags.organisation ?? (isLocal ? local.organisation?.id : undefined);
  return organisation === undefined ? connection : { ...connection, organisation };
}

/** A credential of the development system goes to the development system only, never to an address given besides. */
function connect({ address, credential, local, flags }: Wanted): Connection {
  const origin = address ?? local.address;
  if (origin === undefined) throw usageFailure(`no address: give ${flags.address}`);
  const target = addressOf(origin);
  const isLocal = local.address !== undefined && addressOf(local.address) === target;
  const secret = credential ?? (isLocal ? local.credential : undefined);
  if (secret === undefined)
    throw new Failure(`no credential: give ${flags.credential}`, {
      code: 'cli.credential_missing',
      exitCode: EXIT.credential,
    });
  if (!/^[\x21-\x7E]+$/.test(secret))
    throw new Failure('the credential holds characters that no credential has', {
      code: 'cli.credential_malformed',
      exitCode: EXIT.credential,
    });
  return { origin: target, credential: secret };
}

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (
    url === null ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.password !== '' ||
    url.search !== '' ||
    url.hash !== ''
  ) {
    throw usageFailure('the address must be http:// or https://, without credentials, query or fragment');
  }
  return url.href.replace(/\/+$/, '');
}

/** Without spaces around it: a secret that was pasted into a CI often ends with a line break. */
function variable(name: string): string | undefined {
  const value = process.env[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

/** The nearest `.kushk/dev.json` from here upwards; nothing where there is none or it cannot be read. */
function developmentSystem(): DevelopmentSystem {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const path = join(folder, '.kushk', 'dev.json');
    if (existsSync(path)) return readDevelopmentSystem(path);
    if (dirname(folder) === folder) return {};
  }
}

function readDevelopmentSystem(path: string): DevelopmentSystem {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof content === 'object' && content !== null ? content : {};
  } catch {
    return {};
  }
}
