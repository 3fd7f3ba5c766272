import { Broker, JetStreamFactStream, KushkTransport, Link } from '@kushk/broker';
import {
  catalogue,
  catalogueFacts,
  installationFacts,
  review,
  subjectToken,
  type ReleaseStatusChangedV1,
  type RequestType,
} from '@kushk/contracts';
import { factHeaders } from '@kushk/event-store/fact-stream';
import { newId } from '@kushk/runtime';
import { manifestJson } from './example-manifest.js';
import { processorMs } from './processes.js';
import type { Row } from './row.js';
import { withServers } from './servers.js';
import { startService } from './service-process.js';

/** What a release may cost the hub more when ten times as many instances take it in. */
const LIMIT = 2;
const fewInstances = 5;
const manyInstances = 50;
const warmUpReleases = 100;
const releases = 200;
const atOnce = 4;
const lookEveryMs = 20;
const publisher = 'bench';

/**
 * Time of the processor that a release costs the hub (catalogue, desk, its PostgreSQL and its NATS) from its submission
 * until all instances have said that they follow it, with 50 instances against 5. The instances are simulated in this
 * process: each has a connection of its own, reads the feed as real ones do and tells the hub what it makes of it.
 */
export function run(): Promise<Row> {
  return withServers(async ({ database, natsUrl, pids }) => {
    const parts = [
      await startService('catalogue', { scope: 'hub', databaseUrl: await database('catalogue'), natsUrl }),
      await startService('review', { scope: 'hub', databaseUrl: await database('review'), natsUrl }),
    ];
    const link = await Link.to(natsUrl, 'bench');
    const hub = new Hub(new Broker(link, { scope: 'hub' }));
    const fleet: SimulatedInstance[] = [];
    const growTo = async (size: number): Promise<void> => {
      while (fleet.length < size) fleet.push(await SimulatedInstance.join(`i${fleet.length + 1}`, natsUrl, hub));
    };
    const everyPid = [...pids, ...parts.map(({ pid }) => pid)];
    try {
      await hub.ask(catalogue.addPublisher, { id: publisher, name: 'Bench' });
      await growTo(fewInstances);
      const few = await costOfRelease(hub, fleet.length, everyPid);
      await growTo(manyInstances);
      const many = await costOfRelease(hub, fleet.length, everyPid);
      const growth = many / few;
      const note = `${few.toFixed(1)} ms of processor each with ${fewInstances}, ${many.toFixed(1)} ms with ${manyInstances}`;
      return {
        name: 'cost of a release, 50 instances to 5',
        measured: growth,
        rival: LIMIT,
        ratio: LIMIT / growth,
        goal: 1,
        unit: 'times',
        ok: growth <= LIMIT,
        note,
      };
    } finally {
      await Promise.all(fleet.map((one) => one.leave()));
      await link.close();
      await Promise.all(parts.map((part) => part.stop()));
    }
  });
}

async function costOfRelease(hub: Hub, instances: number, pids: readonly number[]): Promise<number> {
  await hub.publishAll(warmUpReleases, instances);
  const before = processorMs(pids);
  await hub.publishAll(releases, instances);
  return (processorMs(pids) - before) / releases;
}

/** Publisher, reviewer and operator, by the questions of their gateway. */
class Hub {
  /** How many instances have told of a plugin's release. */
  readonly told = new Map<string, number>();
  private published = 0;

  constructor(private readonly broker: Broker) {}

  async ask<Request, Reply>(type: RequestType<Request, Reply>, request: Request): Promise<Reply> {
    const outcome = await this.broker.ask(type, request, {
      actor: { kind: 'staff', subject: 'bench', roles: ['operator', 'reviewer'] },
      requestId: newId('req'),
    });
    if (!outcome.accepted) throw new Error(`${type.subject} was refused: ${JSON.stringify(outcome.refusal)}`);
    return outcome.reply;
  }

  /** Publishes so many releases, each of a plugin of its own, and waits until so many instances follow each. */
  async publishAll(count: number, instances: number): Promise<void> {
    const left = Array.from({ length: count }, () => (this.published += 1))[Symbol.iterator]();
    const worker = async (): Promise<void> => {
      for (const number of left) await this.publish(`com.example.bench${number}`, instances);
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  }

  private async publish(plugin_id: string, instances: number): Promise<void> {
    const named = { plugin_id, version: '1.0.0', by: 'bench' };
    await this.ask(catalogue.submitRelease, {
      publisher_id: publisher,
      manifest: manifestJson({ id: plugin_id, version: named.version, publisher }, 0),
      requested_tier: '',
      notes: '',
    });
    await this.untilTaken(named);
    await this.ask(review.approveRelease, { ...named, tier: 'verified', notes: '', publish: true });
    // To look is work for the hub as well: first when there must be something to see.
    for (;;) {
      await new Promise((wake) => setTimeout(wake, lookEveryMs));
      if ((this.told.get(plugin_id) ?? 0) < instances) continue;
      const { fleet } = await this.ask(catalogue.getRelease, { publisher_id: null, plugin_id, version: named.version });
      if (fleet.accepted === instances) return;
    }
  }

  /** The desk learns of a submission a moment after it was answered. */
  private async untilTaken(named: {
    readonly plugin_id: string;
    readonly version: string;
    readonly by: string;
  }): Promise<void> {
    for (;;) {
      try {
        await this.ask(review.takeReview, named);
        return;
      } catch (error) {
        if (!String(error).includes('not_found')) throw error;
        await new Promise((wake) => setTimeout(wake, lookEveryMs));
      }
    }
  }
}

class SimulatedInstance {
  private said = 0;
  private telling: Promise<unknown> = Promise.resolve();

  private constructor(
    private readonly id: string,
    private readonly link: Link,
    private readonly transport: KushkTransport,
    private readonly words: JetStreamFactStream,
    private readonly told: Map<string, number>,
  ) {}

  static async join(id: string, natsUrl: string, hub: Hub): Promise<SimulatedInstance> {
    const link = await Link.to(natsUrl, id);
    const transport = new KushkTransport(link, { scope: id, service: 'installation', streamReplicas: 1 });
    const words = await JetStreamFactStream.over(link, { scope: id, service: 'installation', replicas: 1 });
    await words.prepare();
    const one = new SimulatedInstance(id, link, transport, words, hub.told);
    transport.addHandler(
      catalogueFacts.releaseStatusChanged.subject,
      (data: ReleaseStatusChangedV1) => one.follow(data),
      true,
      { reaction: 'on-release-status-changed' },
    );
    await new Promise<void>((resolve, reject) => transport.listen((error) => (error ? reject(error) : resolve())));
    await hub.ask(catalogue.registerInstance, { id, name: id, plugin_api: '1.0' });
    return one;
  }

  /** One word after the other, as the log of an instance tells them. */
  private follow({ plugin_id, version, sequence }: ReleaseStatusChangedV1): Promise<void> {
    const type = installationFacts.offerJudged.subject;
    const stream = `offer-${plugin_id}@${version}`;
    const word = { plugin_id, version, sequence, accepted: true, problems: [] };
    const told = this.telling.then(async () => {
      const headers = {
        [factHeaders.cursor]: `1:${this.said + 1}`,
        [factHeaders.stream]: stream,
        [factHeaders.version]: '1',
        [factHeaders.type]: type,
        [factHeaders.at]: new Date().toISOString(),
      };
      this.said = await this.words.publish(
        [
          {
            subject: `${this.id}.${type}.${subjectToken(stream)}`,
            eventId: newId('evt'),
            headers,
            body: JSON.stringify(word),
          },
        ],
        this.said,
      );
      this.told.set(plugin_id, (this.told.get(plugin_id) ?? 0) + 1);
    });
    this.telling = told;
    return told;
  }

  async leave(): Promise<void> {
    await this.transport.close();
    await this.link.close();
  }
}
