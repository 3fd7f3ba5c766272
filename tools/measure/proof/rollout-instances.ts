/** The instances of the proof `rollout`: simulated ones, which read and verify what the hub states, and a real one. */
import { Broker, type BrokerConnection } from '@kushk/broker';
import {
  catalogueFacts,
  installation,
  releasesStream,
  type RequestType,
  type RolloutChangedV1,
} from '@kushk/contracts';
import { openRolloutStatement, PLACES, publicJwk, rolloutPlace, type RolloutStatement } from '@kushk/credentials';
import { newId } from '@kushk/runtime';
import { jetstreamManager, type StoredMsg } from '@nats-io/jetstream';
import { hubKeys } from '../bench/service-process.js';
import { eventually } from './delivery-system.js';
import { BASE_URL, PLUGIN } from './rollout-releases.js';

const timeoutMs = 60_000;
const pinned = { keys: [publicJwk(hubKeys.catalogue)] };

/** An installation: its place in the rollout of a version, and whether it runs that version or a higher one. */
export interface Placed {
  readonly place: number;
  readonly hasMoved: boolean;
}
export interface FollowingInstance {
  /** A simulated instance that is away reads nothing. The real one is never away. */
  readonly canBeAway: boolean;
  isAway: boolean;
  /** Its installations, always in the same order. */
  placed(version: string): Promise<readonly Placed[]>;
}

/** Whether a stage of this percentage includes the place. */
export const includes = (percent: number, place: number): boolean => place < percent * (PLACES / 100);

/** Sends requests as the gateway of this scope does. */
export function requesterOf(connection: BrokerConnection, scope: string) {
  const broker = new Broker(connection, { scope });
  return async <Request, Reply>(type: RequestType<Request, Reply>, request: Request): Promise<Reply> => {
    // There is no sign-in here, so no caller has a role.
    const outcome = await broker.request(type, request, {
      actor: { kind: 'system' },
      requestId: newId('req'),
      timeoutMs,
    });
    if (!outcome.accepted)
      throw new Error(`refused: ${outcome.refusal.code} ${JSON.stringify(outcome.refusal.params)}`);
    return outcome.reply;
  };
}

/** Reads the hub's stream in order, from where it was, and keeps its installations in memory. */
export class SimulatedInstance implements FollowingInstance {
  readonly canBeAway = true;
  isAway = false;
  private readonly aliases: readonly string[];
  private readonly last = new Map<string, RolloutStatement>();
  private nextSequence = 1;

  constructor(
    private readonly connection: BrokerConnection,
    { name, installations }: { readonly name: string; readonly installations: number },
  ) {
    this.aliases = Array.from({ length: installations }, (_, at) => `inst_${name}${at}`);
  }

  async placed(version: string): Promise<readonly Placed[]> {
    await this.read();
    const percent = this.last.get(version)?.percent ?? 0;
    return this.aliases.map((alias) => {
      const place = rolloutPlace(alias, version);
      return { place, hasMoved: includes(percent, place) };
    });
  }

  private async read(): Promise<void> {
    if (this.isAway) return;
    const { direct } = await jetstreamManager(this.connection.nats, { checkAPI: false });
    const next_by_subj = `hub.${catalogueFacts.rolloutChanged.subject}.>`;
    for (;;) {
      const message = await direct.getMessage(releasesStream, { seq: this.nextSequence, next_by_subj });
      if (message === null) return;
      this.apply(message);
    }
  }

  private apply(message: StoredMsg): void {
    this.nextSequence = message.seq + 1;
    const statement = openRolloutStatement(pinned, message.json<RolloutChangedV1>().statement);
    if (statement?.plugin_id !== PLUGIN) return;
    const last = this.last.get(statement.version);
    if (last === undefined || statement.sequence > last.sequence) this.last.set(statement.version, statement);
  }
}

/** A process of the installation service. */
export class RealInstance implements FollowingInstance {
  readonly canBeAway = false;
  isAway = false;
  private readonly installed: {
    readonly organisation_id: string;
    readonly installation_id: string;
    readonly alias: string;
  }[] = [];

  constructor(private readonly request: ReturnType<typeof requesterOf>) {}

  async install(count: number): Promise<void> {
    const store = { organisation_id: 'org_1', plugin_id: PLUGIN, version: null };
    await eventually(
      () =>
        this.request(installation.getListing, store).then(
          () => true,
          () => false,
        ),
      timeoutMs,
    );
    for (let number = 1; number <= count; number += 1) {
      const organisation_id = `org_${number}`;
      const { installation_id } = await this.request(installation.install, {
        ...{ organisation_id, by: 'per_1', plugin_id: PLUGIN, version: null, plan: null, settings: {} },
        locale: { language: 'en', direction: 'ltr', calendar: 'gregorian', timezone: 'Asia/Tehran' },
        consent: { scopes: [], base_url: BASE_URL },
      });
      const of = { organisation_id, installation_id };
      const { alias } = await this.request(installation.getSettings, { ...of, with_secrets: true });
      this.installed.push({ ...of, alias: alias! });
    }
  }

  async placed(version: string): Promise<readonly Placed[]> {
    return await Promise.all(
      this.installed.map(async ({ alias, ...of }) => {
        const { version: running } = await this.request(installation.getInstallation, of);
        return { place: rolloutPlace(alias, version), hasMoved: running >= version };
      }),
    );
  }
}
