/** Inspects one NATS server and the permissions of a user, for `kushk-deploy check`. */
import { factStreamName, natsUserName, publishersIn, releasesStream, type NatsUser } from '@kushk/contracts';
import { jetstreamManager } from '@nats-io/jetstream';
import { connect } from '@nats-io/transport-node';
import type { NatsConnection } from '@nats-io/nats-core';
import { isMissing } from '../streams/streams.js';
import { commandOptions } from './connection-options.js';

const timeoutMs = 4_000;
/** The reply has the permissions of the user who requests it. */
const ownUser = '$SYS.REQ.USER.INFO';

export interface NatsReport {
  readonly version: string;
  readonly maxPayload: number;
  readonly isEncrypted: boolean;
  readonly hasJetStream: boolean;
  /** Name of its cluster; null for a single server. */
  readonly cluster: string | null;
  /** The subjects that the server lets the user publish and subscribe to; null: the user may not read them. */
  readonly permissions: { readonly publish: readonly string[]; readonly subscribe: readonly string[] } | null;
}

export interface Login extends NatsUser {
  /** The address of one server, with user and password if it has any. */
  readonly url: string;
  /** Text or path of a `.creds` file. */
  readonly credentials?: string;
}

/** Rejects when the server cannot be reached or does not accept the login. */
export async function inspectNats(login: Login): Promise<NatsReport> {
  return await withConnection(login, async (nats) => ({
    version: nats.info?.version ?? '',
    maxPayload: nats.info?.max_payload ?? 0,
    isEncrypted: nats.info?.tls_required === true || nats.info?.tls_available === true,
    hasJetStream: nats.info?.jetstream === true,
    cluster: nats.info?.cluster ?? null,
    permissions: await permissionsOf(nats),
  }));
}

/** The state of the streams of a scope, as its user `streams` sees them. */
export interface StreamsReport {
  /** Names of streams that do not exist. */
  readonly missing: readonly string[];
  /** The number of copies that each stream has, by its name. */
  readonly replicas: Readonly<Record<string, number>>;
  /** Streams of which a copy is offline, or that have no leader. */
  readonly degraded: readonly string[];
}

/** Rejects when JetStream cannot be reached. */
export async function inspectStreams(login: Login): Promise<StreamsReport> {
  const { scope } = login;
  const names = publishersIn(scope).map((service) => factStreamName(scope, service));
  if (scope === 'hub') names.push(releasesStream);
  return await withConnection(login, async (nats) => {
    const manager = await jetstreamManager(nats, { checkAPI: false, timeout: timeoutMs });
    const report = { missing: [] as string[], replicas: {} as Record<string, number>, degraded: [] as string[] };
    for (const name of names)
      try {
        const { config, cluster } = await manager.streams.info(name);
        report.replicas[name] = config.num_replicas;
        const copies = cluster?.replicas ?? [];
        const isWhole = cluster === undefined || (Boolean(cluster.leader) && !copies.some(({ offline }) => offline));
        if (!isWhole) report.degraded.push(name);
      } catch (error) {
        if (!isMissing(error)) throw error;
        report.missing.push(name);
      }
    return report;
  });
}

/** Whether the hub answers over the link of an instance. `login` is that of the installation service. */
export async function reachesHub(login: Login, hubJetStream: string): Promise<boolean> {
  return await withConnection(login, async (nats) => {
    try {
      await nats.request(`${hubJetStream}.DIRECT.GET.${releasesStream}`, '{"seq":1}', { timeout: timeoutMs / 2 });
      return true;
    } catch {
      return false;
    }
  });
}

async function permissionsOf(nats: NatsConnection): Promise<NatsReport['permissions']> {
  try {
    const { data } = (await nats.request(ownUser, '', { timeout: timeoutMs / 2 })).json<UserInfo>();
    const { publish, subscribe } = data?.permissions ?? {};
    return { publish: publish?.allow ?? [], subscribe: subscribe?.allow ?? [] };
  } catch {
    return null;
  }
}

interface UserInfo {
  readonly data?: {
    readonly permissions?: {
      readonly publish?: { readonly allow?: readonly string[] };
      readonly subscribe?: { readonly allow?: readonly string[] };
    };
  };
}

/** Rejects when the server cannot be reached, or the connection is lost. */
export async function withConnection<Result>(
  { url, credentials, ...user }: Login,
  work: (nats: NatsConnection) => Promise<Result>,
): Promise<Result> {
  const nats = await connect(commandOptions(url, natsUserName(user), credentials));
  try {
    return await work(nats);
  } finally {
    await nats.close();
  }
}
