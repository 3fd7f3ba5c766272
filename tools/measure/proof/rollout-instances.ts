/** The instances of the proof `rollout`: simulated ones, which read and verify what the hub states, and a real one. */
import { Broker, KushkTransport, respond, type BrokerConnection } from '@kushk/broker';
import {
  catalogueFacts,
  installation,
  instanceGateway,
  releasesStream,
  type CountedPeriod,
  type JsonObject,
  type ReleaseStatusChangedV1,
  type RequestType,
  type RolloutChangedV1,
} from '@kushk/contracts';
import {
  openRolloutStatement,
  openStatusStatement,
  PLACES,
  publicJwk,
  rolloutPlace,
  type RolloutStatement,
} from '@kushk/credentials';
import { newId } from '@kushk/runtime';
import { jetstreamManager, type StoredMsg } from '@nats-io/jetstream';
import { hubKeys } from '../bench/service-process.js';
import { eventually } from './delivery-system.js';
import { CallLog, type Call } from './rollout-calls.js';
import { BASE_URL, NARROWER, PLUGIN, SCOPES, VERSIONS } from './rollout-releases.js';

const timeoutMs = 60_000;
const pinned = { keys: [publicJwk(hubKeys.catalogue)] };

/** An installation: its place in the rollout of a version, and whether it runs that version or a higher one. */
export interface Placed {
  readonly place: number;
  readonly hasMoved: boolean;
}
/** How many installations run a version, and how many wait for consent to it. */
export interface Reached {
  readonly running: number;
  readonly waiting: number;
  /** Those that ought to run it with the token, settings and scopes that they had, or to wait, and do not. */
  readonly wrong: number;
}
export interface FollowingInstance {
  /** A simulated instance that is away reads nothing. The real one is never away. */
  readonly canBeAway: boolean;
  isAway: boolean;
  /** Its installations, always in the same order. */
  placed(version: string): Promise<readonly Placed[]>;
  /** Whom a return to an earlier content has reached. */
  reached(version: string): Promise<Reached>;
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

/**
 * Reads and verifies what the hub states, in order, from where it was, keeps its installations in memory, and answers
 * requests of the hub for counts as the gateway of an instance does.
 */
export class SimulatedInstance implements FollowingInstance {
  readonly canBeAway = true;
  isAway = false;
  private readonly aliases: readonly string[];
  private readonly last = new Map<string, Pick<RolloutStatement, 'state' | 'percent' | 'sequence'>>();
  private readonly calls = new CallLog();
  private nextSequence = 1;

  private constructor(
    private readonly connection: BrokerConnection,
    private readonly transport: KushkTransport,
    { name, installations }: { readonly name: string; readonly installations: number },
  ) {
    this.aliases = Array.from({ length: installations }, (_, at) => `inst_${name}${at}`);
    const count = ({ periods }: { readonly periods: readonly CountedPeriod[] }) =>
      Promise.resolve(respond(this.calls.countedIn(periods)));
    transport.addHandler(instanceGateway.releaseCounts.subject, count, false);
  }

  static async join(
    connection: BrokerConnection,
    of: { readonly name: string; readonly installations: number },
  ): Promise<SimulatedInstance> {
    const transport = new KushkTransport(connection, { scope: of.name, service: 'instance_gateway' });
    const instance = new SimulatedInstance(connection, transport, of);
    await new Promise<void>((resolve, reject) => transport.listen((error) => (error ? reject(error) : resolve())));
    return instance;
  }

  async placed(version: string): Promise<readonly Placed[]> {
    await this.read();
    const percent = this.last.get(version)?.percent ?? 0;
    return this.aliases.map((alias) => {
      const place = rolloutPlace(alias, version);
      return { place, hasMoved: includes(percent, place) };
    });
  }

  async reached(version: string): Promise<Reached> {
    await this.read();
    const has = this.last.get(version)?.percent === 100;
    const waiting = this.aliases.filter((alias) => this.versionOf(alias, version) === NARROWER).length;
    const all = this.aliases.length;
    return has ? { running: all - waiting, waiting, wrong: 0 } : { running: 0, waiting: 0, wrong: all };
  }

  /** Whether the hub has stated that the rollout is halted. */
  async knowsHalt(version: string): Promise<boolean> {
    await this.read();
    return this.last.get(version)?.state === 'halted';
  }

  /** Each installation calls a tool once; `hasFailed` says what became of it. */
  async callTools(hasFailed: (version: string) => boolean): Promise<void> {
    await this.read();
    for (const alias of this.aliases) {
      const version = this.versionOf(alias);
      const call: Call = { alias, version, at: Date.now(), hasFailed: hasFailed(version) };
      this.calls.add(call);
    }
  }

  async leave(): Promise<void> {
    await this.transport.close();
  }

  /** The highest version below `below` that has reached the installation. */
  private versionOf(alias: string, below?: string): string {
    const reached = [...this.last].filter(
      ([version, { percent }]) =>
        (below === undefined || version < below) && includes(percent, rolloutPlace(alias, version)),
    );
    return reached.map(([version]) => version).reduce((one, other) => (other > one ? other : one), VERSIONS.installed);
  }

  private async read(): Promise<void> {
    if (this.isAway) return;
    const { direct } = await jetstreamManager(this.connection.nats, { checkAPI: false });
    const next_by_subj = 'hub.evt.catalogue.>';
    for (;;) {
      const message = await direct.getMessage(releasesStream, { seq: this.nextSequence, next_by_subj });
      if (message === null) return;
      this.nextSequence = message.seq + 1;
      this.apply(message);
    }
  }

  private apply(message: StoredMsg): void {
    const isAbout = ({ subject }: { readonly subject: string }): boolean =>
      message.subject.startsWith(`hub.${subject}.`);
    if (isAbout(catalogueFacts.releaseStatusChanged)) {
      const statement = openStatusStatement(pinned, message.json<ReleaseStatusChangedV1>().statement);
      // Without a rollout all installations follow at the publication.
      if (statement?.plugin_id === PLUGIN && statement.status === 'published' && statement.paced !== true)
        this.last.set(statement.version, { state: 'complete', percent: 100, sequence: 0 });
      return;
    }
    if (!isAbout(catalogueFacts.rolloutChanged)) return;
    const statement = openRolloutStatement(pinned, message.json<RolloutChangedV1>().statement);
    if (statement?.plugin_id !== PLUGIN) return;
    const last = this.last.get(statement.version);
    if (last === undefined || statement.sequence > last.sequence) this.last.set(statement.version, statement);
  }
}

interface InstalledPlugin {
  readonly of: { readonly organisation_id: string; readonly installation_id: string };
  readonly alias: string;
  /** What no update may change. */
  readonly granted: JsonObject;
  /** The version that it ran when its place was read last. */
  running: string;
}

/** A process of the installation service. */
export class RealInstance implements FollowingInstance {
  readonly canBeAway = false;
  isAway = false;
  private readonly installed: InstalledPlugin[] = [];

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
        ...{ organisation_id, by: 'per_1', plugin_id: PLUGIN, version: null, plan: null },
        settings: { greeting: `Hello ${number}` },
        locale: { language: 'en', direction: 'ltr', calendar: 'gregorian', timezone: 'Asia/Tehran' },
        consent: { scopes: Object.keys(SCOPES), base_url: BASE_URL },
      });
      const of = { organisation_id, installation_id };
      const { alias } = await this.request(installation.getSettings, { ...of, with_secrets: true });
      this.installed.push({ of, alias: alias!, granted: await this.grantedTo(of), running: VERSIONS.installed });
    }
  }

  async placed(version: string): Promise<readonly Placed[]> {
    return await Promise.all(
      this.installed.map(async (one) => {
        one.running = (await this.request(installation.getInstallation, one.of)).version;
        return { place: rolloutPlace(one.alias, version), hasMoved: one.running >= version };
      }),
    );
  }

  async reached(version: string): Promise<Reached> {
    const all = await Promise.all(
      this.installed.map(async ({ of, granted, running }) => {
        const now = await this.request(installation.getInstallation, of);
        const isAsBefore = JSON.stringify(await this.grantedTo(of)) === JSON.stringify(granted);
        const isRunning = now.version === version;
        const isWaiting = now.version_pending === version;
        const isDue = running === NARROWER ? isWaiting && now.version === NARROWER : isRunning && isAsBefore;
        return { isRunning, isWaiting, isWrong: !isDue };
      }),
    );
    return {
      running: all.filter(({ isRunning }) => isRunning).length,
      waiting: all.filter(({ isWaiting }) => isWaiting).length,
      wrong: all.filter(({ isWrong }) => isWrong).length,
    };
  }

  private async grantedTo(of: InstalledPlugin['of']): Promise<JsonObject> {
    const { token, scopes, machine_user } = await this.request(installation.getInstallation, of);
    const { settings, settings_revision } = await this.request(installation.getSettings, { ...of, with_secrets: true });
    return { token: token.last4, scopes: [...scopes], machine_user: machine_user.id, settings, settings_revision };
  }
}
