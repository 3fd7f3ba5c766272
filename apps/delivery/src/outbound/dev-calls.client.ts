/**
 * Outside production: reports each call to a plugin to the gateways, which show it to developers (`kushk dev`), and
 * simulates that a plugin cannot be reached (`kushk dev down`). Nothing of it is stored.
 */
import type { ControlChannel } from '@kushk/broker';
import { controlMessages, RECORDED_BODY_BYTES, type CallsSent, type SimulatedOutage } from '@kushk/contracts';
import { redactedBody } from '@kushk/credentials';
import { log, now } from '@kushk/runtime';
import type { AttemptResult, OutgoingRequest } from './attempt-result.js';

/**
 * Each call is reported at once, so that the gateways have it before the list of deliveries has it. Beyond this number
 * in an interval, the newest are reported together at its end, which is more than a person reads.
 */
const MAX_MESSAGES = 20;
const INTERVAL_MS = 100;
/** With at most about 17 KiB for each, a message stays below 400 KiB. The oldest are left out. */
const MAX_WAITING = 20;

export interface PluginCall {
  /** The id in the list of deliveries. */
  readonly deliveryId: string;
  readonly installationId: string;
  readonly attempt: number;
}
type Started = CallsSent['started'][number];
type Ended = CallsSent['ended'][number];

export class DevCalls {
  private started: Started[] = [];
  private ended: (() => Ended)[] = [];
  /** In the current interval. */
  private messages = 0;
  private readonly outages = new Map<string, number>();

  constructor(private readonly channel: Pick<ControlChannel, 'publish' | 'subscribe'>) {
    // Outages that were simulated while this process was disconnected are unknown to it; the known ones end by time.
    channel.subscribe(controlMessages.outageSimulated, (message) => {
      if (message !== null) this.apply(message);
    });
  }

  /** Makes the calls to a plugin fail in every delivery process until a time, or no longer when it is null. */
  simulateOutage(outage: SimulatedOutage): void {
    this.apply(outage);
    this.channel.publish(controlMessages.outageSimulated, outage);
    log.info({ installation_id: outage.installation_id, until_ms: outage.until_ms }, 'plugin outage simulated');
  }

  /** Reports the call, and sends it unless an outage is simulated. */
  async record(call: PluginCall, request: OutgoingRequest, send: () => Promise<AttemptResult>): Promise<AttemptResult> {
    const ids = { delivery_id: call.deliveryId, installation_id: call.installationId, attempt: call.attempt };
    const at = now().toISOString();
    const isDown = this.isDown(call.installationId);
    if (!isDown) this.report(() => this.started.push({ ...ids, at }));
    const result: AttemptResult = isDown
      ? { kind: 'failed', error: 'connect', durationMs: 0, status: null }
      : await send();
    const ended = (): Ended => ({
      ...ids,
      at,
      duration_ms: result.durationMs,
      path: request.url.pathname,
      status: result.status,
      content_type: result.kind === 'answered' ? result.contentType : null,
      location: result.kind === 'answered' ? result.location : null,
      request_body: redactedBody(request.body, RECORDED_BODY_BYTES),
      response_body: result.kind === 'answered' ? redactedBody(result.body, RECORDED_BODY_BYTES) : null,
      simulated_outage: isDown,
    });
    this.report(() => this.ended.push(ended));
    return result;
  }

  private isDown(installationId: string): boolean {
    const untilMs = this.outages.get(installationId) ?? 0;
    if (untilMs > now().getTime()) return true;
    this.outages.delete(installationId);
    return false;
  }

  private apply({ installation_id: id, until_ms: untilMs }: SimulatedOutage): void {
    if (untilMs === null) this.outages.delete(id);
    else this.outages.set(id, untilMs);
  }

  private report(add: () => void): void {
    add();
    if (this.started.length > MAX_WAITING) this.started.shift();
    if (this.ended.length > MAX_WAITING) this.ended.shift();
    if (this.messages < MAX_MESSAGES) this.flush();
  }

  private flush(): void {
    if (this.started.length === 0 && this.ended.length === 0) return;
    this.channel.publish(controlMessages.callsSent, { started: this.started, ended: this.ended.map((make) => make()) });
    this.started = [];
    this.ended = [];
    if (this.messages === 0) setTimeout(() => this.beginInterval(), INTERVAL_MS).unref();
    this.messages += 1;
  }

  private beginInterval(): void {
    this.messages = 0;
    this.flush();
  }
}
