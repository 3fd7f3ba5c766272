/**
 * Finds the address and the credential for a service: from flags, else from environment variables, else from the
 * development system of the checkout.
 */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { EXIT } from './exit-codes.js';
import { Failure, usageFailure } from './failure.js';
import { localDevFile, localSystem } from './local-system.js';
import { phrase, type Phrase } from './phrase.js';

/** The command-line flags for address and credential. */
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

/** The part of `.kushk/dev.json` that the CLI uses. */
interface DevelopmentSystem {
  readonly hub?: { readonly base_url?: string };
  readonly instances?: readonly { readonly id?: string; readonly service_origin?: string }[];
  readonly publisher?: { readonly key?: string };
  readonly staff?: {
    readonly operator_token?: string;
    readonly reviewer_token?: string;
    readonly platform_admin_token?: string;
  };
  readonly organisation?: { readonly id?: string; readonly admin_token?: string };
  readonly sign_in?: { readonly password?: string };
}
interface ConnectionSources {
  readonly address: string | undefined;
  readonly credential: string | undefined;
  /** The values of the development system. */
  readonly local: { readonly address: string | undefined; readonly credential: string | undefined };
  /** The names of the flags and environment variables, for messages. */
  readonly flags: { readonly address: readonly [string, string]; readonly credential: readonly [string, string] };
}

/** A connection to the hub, authenticated with a publisher key. */
export function publisherConnection(flags: ConnectionFlags): Connection {
  const local = developmentSystem();
  return connect({
    address: flags.baseUrl ?? environmentVariable('KUSHK_BASE_URL'),
    credential: flags.key ?? environmentVariable('KUSHK_PUBLISHER_KEY'),
    local: { address: local.hub?.base_url, credential: local.publisher?.key },
    flags: { address: ['--base-url', 'KUSHK_BASE_URL'], credential: ['KUSHK_PUBLISHER_KEY', '--key'] },
  });
}

/** A connection to the hub, authenticated with the token of a staff member of the operator. */
export function operatorConnection(flags: ConnectionFlags): Connection {
  return staffConnection(flags, 'operator_token');
}

/** A connection to the hub, authenticated with the token of a reviewer. */
export function reviewerConnection(flags: ConnectionFlags): Connection {
  return staffConnection(flags, 'reviewer_token');
}

/**
 * A connection to the hub of the development system as its reviewer or operator. Throws for every other hub, because
 * there nobody decides for the reviewers.
 */
export function localStaffConnection(flags: ConnectionFlags, who: 'reviewer' | 'operator'): Connection {
  const { hub, staff } = developmentSystem();
  const credential = staff?.[`${who}_token`];
  if (hub?.base_url === undefined || credential === undefined) throw noLocalSystem();
  const origin = addressOf(hub.base_url);
  const wanted = flags.baseUrl ?? environmentVariable('KUSHK_BASE_URL');
  if (wanted !== undefined && addressOf(wanted) !== origin)
    throw usageFailure(
      phrase`this works only on the hub of the local system (${origin}), and KUSHK_BASE_URL or --base-url names ${wanted}: there its reviewers decide`,
    );
  return { origin, credential };
}

/** The test clock of the hub or of an instance of the development system. */
export interface LocalClock {
  /** `hub`, or the id of the instance. */
  readonly name: string;
  readonly connection: Connection;
  readonly path: string;
}

/** The test clocks of the development system: those of its instances, then that of its hub. */
export function localClocks(): readonly LocalClock[] {
  const { hub, instances = [], staff } = developmentSystem();
  const { operator_token: operator, platform_admin_token: platform } = staff ?? {};
  if (hub?.base_url === undefined || operator === undefined || platform === undefined) throw noLocalSystem();
  return [
    ...instances.flatMap(({ id, service_origin: origin }) =>
      id === undefined || origin === undefined
        ? []
        : [
            {
              name: id,
              connection: { origin: addressOf(origin), credential: platform },
              path: '/instance/v1/dev/clock',
            },
          ],
    ),
    {
      name: 'hub',
      connection: { origin: addressOf(hub.base_url), credential: operator },
      path: '/operator/v1/dev/clock',
    },
  ];
}

/** The addresses of the instances of the development system; none when there is no such system. */
export function localOrigins(): readonly string[] {
  return (developmentSystem().instances ?? []).flatMap(({ service_origin: origin }) =>
    origin !== undefined && URL.canParse(origin) ? [origin] : [],
  );
}

function noLocalSystem(): Failure {
  return new Failure(phrase`no local system runs: start it with "kushk dev"`, {
    code: 'cli.no_system',
    exitCode: EXIT.unreachable,
  });
}

/** Whether this is the address of the hub of the development system. */
export function isLocalHub(origin: string): boolean {
  const { hub, staff } = developmentSystem();
  return hub?.base_url !== undefined && staff?.reviewer_token !== undefined && addressOf(hub.base_url) === origin;
}

function staffConnection(flags: ConnectionFlags, name: 'operator_token' | 'reviewer_token'): Connection {
  const local = developmentSystem();
  return connect({
    address: flags.baseUrl ?? environmentVariable('KUSHK_BASE_URL'),
    credential: flags.token ?? environmentVariable('KUSHK_TOKEN'),
    local: { address: local.hub?.base_url, credential: local.staff?.[name] },
    flags: { address: ['--base-url', 'KUSHK_BASE_URL'], credential: ['KUSHK_TOKEN', '--token'] },
  });
}

/** A connection to an instance, authenticated with the token of an organisation's admin. */
export function adminConnection(flags: ConnectionFlags): Connection {
  const local = developmentSystem();
  const connection = connect({
    address: flags.serviceOrigin ?? environmentVariable('KUSHK_SERVICE_ORIGIN'),
    credential: flags.token ?? environmentVariable('KUSHK_TOKEN'),
    local: { address: local.instances?.[0]?.service_origin, credential: local.organisation?.admin_token },
    flags: { address: ['--service-origin', 'KUSHK_SERVICE_ORIGIN'], credential: ['KUSHK_TOKEN', '--token'] },
  });
  const isLocal = connection.credential === local.organisation?.admin_token;
  const organisation = flags.organisation ?? (isLocal ? local.organisation?.id : undefined);
  return organisation === undefined ? connection : { ...connection, organisation };
}

/** A credential of the development system is sent only to the development system, never to another address. */
function connect({ address, credential, local, flags }: ConnectionSources): Connection {
  const origin = address ?? local.address;
  if (origin === undefined) throw missingAddress(flags.address);
  const target = addressOf(origin);
  const isLocal = local.address !== undefined && addressOf(local.address) === target;
  const secret = credential ?? (isLocal ? local.credential : undefined);
  if (secret === undefined)
    throw new Failure(phrase`missing credential: set ${flags.credential[0]} or ${flags.credential[1]}`, {
      code: 'cli.credential_missing',
      exitCode: EXIT.credential,
      ...(local.address === undefined || isLocal ? {} : { step: otherAddress(target, local.address, flags.address) }),
    });
  if (!/^[\x21-\x7E]+$/.test(secret))
    throw new Failure(
      phrase`the credential contains a space, a line break or another invalid character: copy it again, on one line`,
      {
        code: 'cli.credential_malformed',
        exitCode: EXIT.credential,
      },
    );
  return { origin: target, credential: secret };
}

/** A local system runs, and the address is another one: often that of its instance in place of its hub. */
function otherAddress(target: string, local: string, [option, variable]: readonly [string, string]): Phrase {
  return phrase`the address is ${target} (from ${option} or ${variable}), and the local system answers this command at ${addressOf(local)}, without a credential: leave the address out to use that one`;
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
    throw usageFailure(phrase`the address must be http:// or https://, without credentials, query or fragment`);
  }
  return url.href.replace(/\/+$/, '');
}

/** Trims the value, because a secret that is pasted into a CI system often ends with a line break. */
function environmentVariable(name: string): string | undefined {
  const value = process.env[name]?.trim();
  return value === undefined || value === '' ? undefined : value;
}

/** The address of the hub, whose keys a plugin trusts. */
export function hubAddress(flags: ConnectionFlags): string {
  const address = flags.baseUrl ?? environmentVariable('KUSHK_BASE_URL') ?? developmentSystem().hub?.base_url;
  if (address === undefined) throw missingAddress(['--base-url', 'KUSHK_BASE_URL']);
  return addressOf(address);
}

/** Without an address the command is meant for the local system, if it comes with one. */
function missingAddress([option, variable]: readonly [string, string]): Failure {
  const system = localSystem();
  return usageFailure(
    system === null
      ? phrase`missing address: set ${option} or ${variable}`
      : phrase`no local system found in ${system.dataFolder}: start it with "kushk dev", or set KUSHK_DATA_DIR to the folder of the one that runs; for another service set ${option} or ${variable}`,
  );
}

/**
 * The address of the hub of the local system that runs; while none runs, the one that it will have. A system that has
 * ended leaves its `dev.json`, and the next one may have other addresses.
 */
export function localHub(): string {
  const file = developmentFile();
  const isRunning = file !== null && existsSync(join(dirname(file), 'run.json'));
  const port = environmentVariable('KUSHK_PORT_BASE') ?? '8080';
  return (isRunning ? developmentSystem().hub?.base_url : undefined) ?? `http://127.0.0.1:${port}`;
}

/** The password of every account of the development system; null when it does not run. */
export function localPassword(): string | null {
  return developmentSystem().sign_in?.password ?? null;
}

/** The token of a person of the development system, by the name that `dev.json` gives it, such as `member`. */
export function tokenOfPerson(name: string): string | null {
  const token = (developmentSystem().organisation as Readonly<Record<string, unknown>> | undefined)?.[`${name}_token`];
  return typeof token === 'string' ? token : null;
}

/** Reads `developmentFile`. Returns an empty object if there is none or it cannot be read. */
function developmentSystem(): DevelopmentSystem {
  const path = developmentFile();
  return path === null ? {} : readDevelopmentSystem(path);
}

/**
 * The nearest `.kushk/dev.json`, starting in the working directory and going up, else that of the local system of this
 * command. Null if there is none.
 */
function developmentFile(): string | null {
  for (let folder = process.cwd(); ; folder = dirname(folder)) {
    const path = join(folder, '.kushk', 'dev.json');
    if (existsSync(path)) return path;
    if (dirname(folder) === folder) break;
  }
  const path = localDevFile();
  return path !== null && existsSync(path) ? path : null;
}

function readDevelopmentSystem(path: string): DevelopmentSystem {
  try {
    const content: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return typeof content === 'object' && content !== null ? content : {};
  } catch {
    return {};
  }
}
