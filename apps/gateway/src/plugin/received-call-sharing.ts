/** Sends the requests that this gateway records to the other gateways of the scope, and adds theirs. */
import type { CallsReceived, ListChange, RecordedCall } from '@kushk/contracts';
import type { AnsweredCall, ReceivedCalls } from './received-calls.js';

/** The first request after a quiet time is sent after this time, together with those that follow meanwhile. */
const INTERVAL_MS = 100;
/**
 * With at most about 800 bytes for each, and the bodies of the newest, a message stays below 400 KiB. The oldest are
 * left out: a person cannot read a thousand requests per second, and a busy gateway would spend its time on their text.
 */
const MAX_WAITING = 100;
const MAX_BODY_CHARACTERS = 256 * 1024;

export interface SharingSettings {
  readonly received: ReceivedCalls;
  readonly send: (message: CallsReceived) => void;
  /** Announces that the list of requests has changed. */
  readonly announce: (changes: readonly ListChange[]) => void;
  /** Calls `work` after `ms` milliseconds. */
  readonly schedule: (work: () => void, ms: number) => void;
}

export class ReceivedCallSharing {
  private waiting: (() => RecordedCall)[] = [];
  private isScheduled = false;

  constructor(private readonly settings: SharingSettings) {}

  record(call: AnsweredCall): void {
    const recorded = this.settings.received.record(call);
    if (recorded === null) return;
    this.waiting.push(recorded);
    if (this.waiting.length > MAX_WAITING) this.waiting.shift();
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.settings.schedule(() => this.flush(), INTERVAL_MS);
  }

  /** `message` is null when messages may have been lost: then the requests of other gateways may lack some. */
  receive(message: CallsReceived | null): void {
    const { received } = this.settings;
    if (message === null || message.gateway === received.gateway) return;
    received.add(message);
    this.announce(message.calls);
  }

  private flush(): void {
    this.isScheduled = false;
    const calls = withBodiesOfNewest(this.waiting.map((call) => call()));
    this.waiting = [];
    this.settings.send({ gateway: this.settings.received.gateway, calls });
    this.announce(calls);
  }

  /** Nobody's organisation is known for a request with a wrong token. Then the name alone goes to everybody. */
  private announce(calls: readonly RecordedCall[]): void {
    const organisations = new Set(calls.map(({ organisation_id }) => organisation_id));
    this.settings.announce(
      [...organisations].map((id) => ({ audience: id === null ? 'everyone' : `admins:${id}`, lists: ['calls'] })),
    );
  }
}

function withBodiesOfNewest(calls: readonly RecordedCall[]): readonly RecordedCall[] {
  let characters = 0;
  return calls
    .toReversed()
    .map((call) => {
      characters += (call.request_body?.length ?? 0) + (call.response_body?.length ?? 0);
      return characters <= MAX_BODY_CHARACTERS ? call : { ...call, request_body: null, response_body: null };
    })
    .toReversed();
}
