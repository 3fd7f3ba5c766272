import { quantile } from '../bench/callers.js';
import { scaledDuration } from '../bench/calibration.js';
import { eventually, withDelivery, type DeliverySystem, type Installed } from './delivery-system.js';
import { atMost, type Claim, type Proof, type ProofContext } from './proof.js';
import type { Behaviour } from './receiver-protocol.js';

const full = { behindOneKey: 250_000, recovering: 200_000, endpoints: 1_000, hanging: 50, installations: 100_000 };
const quick = { behindOneKey: 50_000, recovering: 20_000, endpoints: 100, hanging: 10, installations: 10_000 };
const healthyEndpoints = 20;
const perSecond = 100;
const repetitions = 3;
const rowsPerStatement = 5_000;
const longestTurnMs = 50;
/** The first probes of a circuit follow after 5, 10, 20 and 40 s. */
const recoversWithinMs = 90_000;
const eventsAfterRecovery = 200;

export const proof: Proof = {
  title: 'The dwell of healthy endpoints beside long queues, and the recovery of an endpoint that has one',
  plantedDefect: 'claim-without-heads',
  run: (context: ProofContext) => {
    const sizes = context.isQuick ? quick : full;
    const quotas = JSON.stringify({ waiting_events_per_key: 1_000_000, waiting_events: 1_000_000 });
    return withDelivery(context.patches, (system) => new BacklogProof(system, context, sizes).run(), {
      KUSHK_QUOTAS: quotas,
    });
  },
};

class BacklogProof {
  private readonly claims: Claim[] = [];
  private nextPlugin = 0;

  constructor(
    private readonly system: DeliverySystem,
    private readonly context: ProofContext,
    private readonly sizes: typeof full,
  ) {}

  async run(): Promise<readonly Claim[]> {
    const { process: delivery, receiver } = this.system;
    const healthy = await this.system.install(this.plugins(healthyEndpoints));
    await this.p95(healthy);
    const idle = await this.median(healthy, 'idle');
    await delivery.longestTurn();
    const [behindOneKey, recovering] = [this.plugins(1), this.plugins(1)];
    const [oneKey] = await this.system.install(behindOneKey);
    const [down] = await this.system.install(recovering);
    const many = this.plugins(this.sizes.endpoints);
    const installed = await this.system.install(many);
    const steps: readonly [string, () => Promise<void>][] = [
      [`${this.sizes.behindOneKey} events behind one key`, () => this.queueBehindOneKey(oneKey!, '8 hours')],
      [`${this.sizes.hanging} of ${this.sizes.endpoints} endpoints hang`, () => this.hang(many, installed)],
      [`${this.sizes.installations} installations wait`, () => this.queueForMany()],
    ];
    for (const [name, prepare] of steps) {
      await prepare();
      const beside = await this.median(healthy, name);
      this.claims.push(atMost(`p95 of the healthy endpoints, ${name}`, beside, { limit: 2 * idle, unit: 'ms' }));
    }
    const turn = { limit: scaledDuration(longestTurnMs, this.context.calibration), unit: 'ms' };
    this.claims.push(atMost('longest turn of the event loop', await delivery.longestTurn(), turn));
    await this.recover(down!, (behaviour) => receiver.behave(recovering, behaviour));
    return this.claims;
  }

  private plugins(count: number): readonly number[] {
    return Array.from({ length: count }, () => this.nextPlugin++);
  }

  /** The median of three measurements, because one pause of a shared machine raises a percentile. */
  private async median(healthy: readonly Installed[], name: string): Promise<number> {
    const measured: number[] = [];
    for (let n = 0; n < repetitions; n += 1) measured.push(await this.p95(healthy));
    this.context.report(`${name}: p95 ${measured.map((ms) => ms.toFixed(1)).join(', ')} ms`);
    return quantile(
      measured.sort((a, b) => a - b),
      0.5,
    );
  }

  private async p95(healthy: readonly Installed[]): Promise<number> {
    const { load, receiver, stored } = this.system;
    const durationMs = this.context.isQuick ? 3_000 : 8_000;
    await receiver.collect();
    const ids = healthy.map(({ installationId }) => installationId);
    await load.atRate({ perSecond, durationMs, next: (n) => ({ installationId: ids[n % ids.length]!, key: `k${n}` }) });
    await stored(60_000);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const dwells = (await receiver.collect())
      .filter(({ installationId, attempt }) => ids.includes(installationId) && attempt === 1)
      .map(({ dwellMs }) => dwellMs);
    // An event that has not arrived a second after the load has waited for as long as the load took.
    const missing = Math.max(0, (perSecond * durationMs) / 1_000 - dwells.length);
    return quantile(
      [...dwells, ...Array.from({ length: missing }, () => durationMs)].sort((a, b) => a - b),
      0.95,
    );
  }

  /** The first event waits for a retry; those behind it are due. */
  private async queueBehindOneKey({ installationId }: Installed, wait: string): Promise<void> {
    for (let from = 1; from <= this.sizes.behindOneKey; from += rowsPerStatement)
      await this.system.query(
        `insert into delivery_queue (delivery_id, channel, installation_id, order_key, sequence, kind, created_at, due_at)
         select 'evt_' || $1 || n, 'event', $1, 'dead', n, 'plugin.ping', now(),
           now() + case when n = 1 then $4::interval else '0' end
         from generate_series($2::int, $3::int) n`,
        [installationId, from, from + rowsPerStatement - 1, wait],
      );
  }

  /** Gives each of many endpoints events, of which some never answer. */
  private async hang(numbers: readonly number[], installed: readonly Installed[]): Promise<void> {
    this.system.receiver.behave(numbers.slice(0, this.sizes.hanging), 'never');
    const next = (n: number) => ({ installationId: installed[n % installed.length]!.installationId, key: `h${n}` });
    await this.system.load.atOnce(4 * installed.length, next);
  }

  /** Gives many installations an event that waits for its retry. */
  private async queueForMany(): Promise<void> {
    for (let from = 1; from <= this.sizes.installations; from += rowsPerStatement) {
      const range = [from, from + rowsPerStatement - 1];
      await this.system.query(
        `insert into endpoints (stream_id, organisation_id, plugin_id, base_url, secrets, availability, calls_allowed,
           has_credentials, installed_pending, removed)
         select 'ins_waiting_' || n, 'org', 'ir.example', 'http://h' || n || '.example', '[]', 'installed', true, true,
           false, false from generate_series($1::int, $2::int) n`,
        range,
      );
      await this.system.query(
        `insert into delivery_queue (delivery_id, channel, installation_id, order_key, sequence, kind, created_at, due_at)
         select 'evt_waiting_' || n, 'event', 'ins_waiting_' || n, 'k', 1, 'plugin.ping', now(), now() + interval '1 hour'
         from generate_series($1::int, $2::int) n`,
        range,
      );
    }
  }

  /** An endpoint is down while events arrive for it, and answers again. */
  private async recover({ installationId }: Installed, behave: (behaviour: Behaviour) => void): Promise<void> {
    const { receiver, load, stored } = this.system;
    behave('down');
    await load.atOnce(this.sizes.recovering, (n) => ({ installationId, key: n % 2 === 0 ? 'even' : `k${n}` }));
    await stored(600_000);
    behave('ok');
    const upAt = performance.now();
    await receiver.collect();
    let delivered = 0;
    await eventually(async () => {
      delivered += (await receiver.collect()).filter((event) => event.installationId === installationId).length;
      return delivered >= eventsAfterRecovery;
    }, 10 * recoversWithinMs);
    const name = `${eventsAfterRecovery} events reach an endpoint with ${this.sizes.recovering} waiting after`;
    this.claims.push(atMost(name, performance.now() - upAt, { limit: recoversWithinMs, unit: 'ms' }));
  }
}
