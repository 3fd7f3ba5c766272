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
import { BASE_URL, PLUGIN, VERSIONS } from './rollout-releases.js';

const rolledOut = VERSIONS[1];
const timeoutMs = 60_000;
const pinned = { keys: [publicJwk(hubKeys.catalogue)] };

export interface FollowingInstance {
  readonly canBeAway: boolean;
  isAway: boolean;
  /** How many installations have moved, or not moved, unlike a stage of this percentage says. */
  wrongAt(percent: number): Promise<number>;
  movedBeyond(percent: number): Promise<number>;
}

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
  private readonly places: readonly number[];
  private readonly moved = new Set<number>();
  private last: RolloutStatement | null = null;
  private nextSequence = 1;

  constructor(
    private readonly connection: BrokerConnection,
    { name, installations }: { readonly name: string; readonly installations: number },
  ) {
    this.places = Array.from({ length: installations }, (_, at) => rolloutPlace(`inst_${name}${at}`, rolledOut));
  }

  async wrongAt(percent: number): Promise<number> {
    await this.read();
    return this.places.filter((place, at) => place < percent * (PLACES / 100) !== this.moved.has(at)).length;
  }

  async movedBeyond(percent: number): Promise<number> {
    await this.read();
    return this.places.filter((place, at) => place >= percent * (PLACES / 100) && this.moved.has(at)).length;
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
    if (statement?.plugin_id !== PLUGIN || statement.version !== rolledOut) return;
    if (this.last !== null && statement.sequence <= this.last.sequence) return;
    this.last = statement;
    if (statement.state !== 'running' && statement.state !== 'complete') return;
    for (const [at, place] of this.places.entries()) if (place < statement.percent * (PLACES / 100)) this.moved.add(at);
  }
}

/** A process of the installation service. */
export class RealInstance implements FollowingInstance {
  readonly canBeAway = false;
  isAway = false;
  private readonly installed: { readonly organisation_id: string; readonly installation_id: string; place: number }[] =
    [];

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
      this.installed.push({ ...of, place: rolloutPlace(alias!, rolledOut) });
    }
  }

  async wrongAt(percent: number): Promise<number> {
    return await this.count((place, hasMoved) => place < percent * (PLACES / 100) !== hasMoved);
  }

  async movedBeyond(percent: number): Promise<number> {
    return await this.count((place, hasMoved) => place >= percent * (PLACES / 100) && hasMoved);
  }

  private async count(matches: (place: number, hasMoved: boolean) => boolean): Promise<number> {
    let found = 0;
    for (const { place, ...of } of this.installed) {
      const { version } = await this.request(installation.getInstallation, of);
      if (matches(place, version === rolledOut)) found += 1;
    }
    return found;
  }
}
