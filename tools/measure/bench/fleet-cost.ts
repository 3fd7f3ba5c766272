import { createStreams, Broker, JetStreamFactStream, KushkTransport, BrokerConnection } from '@kushk/broker';
import {
  catalogue,
  catalogueFacts,
  installationFacts,
  review,
  subjectToken,
  type Json,
  type ReleaseStatusChangedV1,
  type RequestType,
} from '@kushk/contracts';
import { factHeaders } from '@kushk/event-store/fact-stream';
import { newId } from '@kushk/runtime';
import { setTimeout as sleep } from 'node:timers/promises';
import { manifestJson } from './example-manifest.js';
import { processorTimesOf, timesBetween, type ProcessorTimes } from './processor-time.js';
import { descendantsOf } from './processes.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { startService } from './service-process.js';

/** The hub's CPU time per release with 50 instances may be at most this multiple of the time with 5 instances. */
const LIMIT = 1.5;
const fewInstances = 5;
const manyInstances = 50;
/** So many plugins get a first release, and then the one that is measured. */
const releases = 200;
/** All but the last installation of ten thousand wait for the publisher, who completes the rollout. */
const stages = [
  { percent: 0.01, hours: 1 },
  { percent: 100, hours: 0 },
];
const concurrency = 4;
const pollMs = 20;
/** How long the hub is watched while nothing is published, after the instances have joined. */
const settleMs = 2_000;
const watchMs = 4_000;
const publisher = 'bench';

/**
 * Measures the hub's CPU time per release (catalogue, review, PostgreSQL and NATS), with 50 instances against 5: of one
 * that is published at once, from the submission until all instances have accepted it, and of one with a rollout, until
 * its publisher has also completed the rollout, which instances evaluate as they evaluate the publication. What the hub
 * spends while nothing is published is not the cost of a release: on a busy machine the releases take longer and would
 * have more of it. It is in the note. This process simulates the instances: each has its own connection, consumes the
 * hub's facts as a real instance does, and publishes its evaluation.
 */
export function run(): Promise<readonly Row[]> {
  return withServers(async ({ database, natsUrl, pids }) => {
    const instances = Array.from({ length: manyInstances }, (_, index) => `i${index + 1}`);
    await createStreams({ url: natsUrl, scope: 'hub', instances });
    const services = [
      await startService('catalogue', { scope: 'hub', databaseUrl: await database('catalogue'), natsUrl }),
      await startService('review', { scope: 'hub', databaseUrl: await database('review'), natsUrl }),
    ];
    const link = await BrokerConnection.connect(natsUrl, 'bench');
    const hub = new Hub(new Broker(link, { scope: 'hub' }));
    const fleet: SimulatedInstance[] = [];
    const growTo = async (size: number): Promise<void> => {
      while (fleet.length < size) fleet.push(await SimulatedInstance.join(`i${fleet.length + 1}`, natsUrl, hub));
    };
    const hubPids = [...pids, ...services.map(({ pid }) => pid)];
    try {
      await hub.request(catalogue.addPublisher, { id: publisher, name: 'Bench' });
      await growTo(fewInstances);
      const few = await costsOf(hub, fleet.length, hubPids);
      await growTo(manyInstances);
      const many = await costsOf(hub, fleet.length, hubPids);
      return [
        rowOf('cost of a release', few.atOnce, many.atOnce),
        rowOf('cost of a release by stages', few.staged, many.staged),
      ];
    } finally {
      await Promise.all(fleet.map((one) => one.leave()));
      await link.close();
      await Promise.all(services.map((service) => service.stop()));
    }
  });
}

/** CPU time by kind of process: of one release without what the hub spends meanwhile, and of an idle second. */
interface Cost {
  readonly releaseMs: ProcessorTimes;
  readonly idleMs: ProcessorTimes;
}

function rowOf(name: string, few: Cost, many: Cost): Row {
  const growth = totalMs(many.releaseMs) / totalMs(few.releaseMs);
  const note = [
    `${described(few.releaseMs)} each with ${fewInstances}, idle ${totalMs(few.idleMs).toFixed(0)} ms/s`,
    `${described(many.releaseMs)} each with ${manyInstances}, idle ${totalMs(many.idleMs).toFixed(0)} ms/s`,
  ].join('; ');
  return {
    name: `${name}, ${manyInstances} instances to ${fewInstances}`,
    ...{ measured: growth, rival: LIMIT, ratio: LIMIT / growth, goal: 1, unit: 'times', ok: growth <= LIMIT, note },
  };
}

function described(times: ProcessorTimes): string {
  const parts = [...times].map(([kind, ms]) => `${kind} ${ms.toFixed(1)}`);
  return `${totalMs(times).toFixed(1)} ms of processor time (${parts.join(', ')})`;
}

async function costsOf(hub: Hub, instances: number, pids: readonly number[]) {
  // An instance that has just joined evaluates all earlier releases first.
  await hub.publishFirst(1, instances);
  await sleep(settleMs);
  const idle = await during(pids, () => sleep(watchMs));
  const costOf = (busy: Spent): Cost => ({
    releaseMs: mapped(
      busy.ms,
      (ms, kind) => (ms - (idle.ms.get(kind) ?? 0) * (busy.seconds / idle.seconds)) / releases,
    ),
    idleMs: mapped(idle.ms, (ms) => ms / idle.seconds),
  });
  let plugins: readonly string[] = [];
  const atOnce = await during(pids, async () => {
    plugins = await hub.publishFirst(releases, instances);
  });
  const staged = await during(pids, () => hub.publishNext(plugins, instances));
  return { atOnce: costOf(atOnce), staged: costOf(staged) };
}

interface Spent {
  readonly ms: ProcessorTimes;
  readonly seconds: number;
}

async function during(pids: readonly number[], work: () => Promise<void>): Promise<Spent> {
  const read = (): ProcessorTimes => processorTimesOf(pids.flatMap(descendantsOf));
  const [before, startedAt] = [read(), performance.now()];
  await work();
  return { ms: new Map(timesBetween(before, read())), seconds: (performance.now() - startedAt) / 1_000 };
}

const mapped = (times: ProcessorTimes, change: (ms: number, kind: string) => number): ProcessorTimes =>
  new Map([...times].map(([kind, ms]) => [kind, change(ms, kind)]));

const totalMs = (times: ProcessorTimes): number => [...times.values()].reduce((sum, ms) => sum + ms, 0);

/** Acts as publisher, reviewer and operator of the hub, with the same requests that the hub's gateway sends. */
class Hub {
  /** By release, the number of instances that have evaluated it. */
  readonly evaluations = new Map<string, number>();
  private published = 0;

  constructor(private readonly broker: Broker) {}

  async request<Request, Reply>(type: RequestType<Request, Reply>, request: Request): Promise<Reply> {
    const outcome = await this.broker.request(type, request, {
      // There is no sign-in here, so no caller has a role.
      actor: { kind: 'system' },
      requestId: newId('req'),
    });
    if (!outcome.accepted) throw new Error(`${type.subject} was refused: ${JSON.stringify(outcome.refusal)}`);
    return outcome.reply;
  }

  /** Publishes releases of new plugins, whose ids it returns. Waits until all instances have accepted each release. */
  async publishFirst(count: number, instances: number): Promise<readonly string[]> {
    const plugins = Array.from({ length: count }, () => `com.example.bench${(this.published += 1)}`);
    await this.forEach(plugins, (plugin_id) => this.publish({ plugin_id, version: '1.0.0' }, null, instances));
    return plugins;
  }

  /** Publishes the next release of each plugin with stages, and completes its rollout. */
  async publishNext(plugins: readonly string[], instances: number): Promise<void> {
    await this.forEach(plugins, async (plugin_id) => {
      const release = { plugin_id, version: '1.1.0' };
      await this.publish(release, { stages }, instances);
      const change = { publisher_id: publisher, action: 'complete', reason: '', by: 'bench' } as const;
      await this.request(catalogue.changeRollout, { ...release, ...change });
    });
  }

  private async forEach(plugins: readonly string[], work: (pluginId: string) => Promise<void>): Promise<void> {
    const left = plugins[Symbol.iterator]();
    const worker = async (): Promise<void> => {
      for (const pluginId of left) await work(pluginId);
    };
    await Promise.all(Array.from({ length: concurrency }, worker));
  }

  private async publish(
    { plugin_id, version }: { readonly plugin_id: string; readonly version: string },
    rollout: Json,
    instances: number,
  ): Promise<void> {
    const release = { plugin_id, version, by: 'bench' };
    await this.request(catalogue.submitRelease, {
      publisher_id: publisher,
      manifest: manifestJson({ id: plugin_id, version, publisher }, 0),
      requested_tier: '',
      notes: '',
      rollout,
    });
    await this.waitForReview(release);
    await this.request(review.approveRelease, { ...release, tier: 'verified', notes: '', publish: true });
    // A query also uses the hub's CPU, so no query is sent before every instance has published its evaluation.
    for (;;) {
      await sleep(pollMs);
      if ((this.evaluations.get(`${plugin_id}@${version}`) ?? 0) < instances) continue;
      const query = { publisher_id: null, plugin_id, version };
      const { fleet } = await this.request(catalogue.getRelease, query);
      if (fleet.accepted === instances) return;
    }
  }

  /**
   * The reply to the submission arrives before the review service has consumed the submission. Until then, taking the
   * review fails and must be retried.
   */
  private async waitForReview(release: {
    readonly plugin_id: string;
    readonly version: string;
    readonly by: string;
  }): Promise<void> {
    for (;;) {
      try {
        await this.request(review.takeReview, release);
        return;
      } catch (error) {
        if (!String(error).includes('not_found')) throw error;
        await sleep(pollMs);
      }
    }
  }
}

class SimulatedInstance {
  private sequence = 0;
  private publishing: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly id: string,
    private readonly parts: {
      readonly link: BrokerConnection;
      readonly transport: KushkTransport;
      readonly stream: JetStreamFactStream;
      readonly evaluations: Map<string, number>;
    },
  ) {}

  static async join(id: string, natsUrl: string, hub: Hub): Promise<SimulatedInstance> {
    await createStreams({ url: natsUrl, scope: id, services: ['installation'] });
    const link = await BrokerConnection.connect(natsUrl, id);
    const transport = new KushkTransport(link, { scope: id, service: 'installation' });
    const stream = await JetStreamFactStream.create(link, { scope: id, service: 'installation' });
    const one = new SimulatedInstance(id, { link, transport, stream, evaluations: hub.evaluations });
    transport.addHandler(
      catalogueFacts.releaseStatusChanged.subject,
      (data: ReleaseStatusChangedV1) => one.evaluate(data),
      true,
      { reaction: 'on-release-status-changed' },
    );
    await new Promise<void>((resolve, reject) => transport.listen((error) => (error ? reject(error) : resolve())));
    await hub.request(catalogue.registerInstance, { id, name: id, plugin_api: '1.0' });
    return one;
  }

  /** Publishes evaluations one after the other, as the relay of an instance does. */
  private evaluate({ plugin_id, version, sequence }: ReleaseStatusChangedV1): Promise<void> {
    const type = installationFacts.listingEvaluated.subject;
    const streamId = `listing-${plugin_id}@${version}`;
    const evaluation = { plugin_id, version, sequence, accepted: true, problems: [] };
    const published = this.publishing.then(async () => {
      const headers = {
        [factHeaders.cursor]: `1:${this.sequence + 1}`,
        [factHeaders.stream]: streamId,
        [factHeaders.version]: '1',
        [factHeaders.type]: type,
        [factHeaders.at]: new Date().toISOString(),
      };
      this.sequence = await this.parts.stream.publish(
        [
          {
            subject: `${this.id}.${type}.${subjectToken(streamId)}`,
            eventId: newId('evt'),
            headers,
            body: JSON.stringify(evaluation),
          },
        ],
        this.sequence,
      );
      const { evaluations } = this.parts;
      const release = `${plugin_id}@${version}`;
      evaluations.set(release, (evaluations.get(release) ?? 0) + 1);
    });
    this.publishing = published;
    return published;
  }

  async leave(): Promise<void> {
    await this.parts.transport.close();
    await this.parts.link.close();
  }
}
