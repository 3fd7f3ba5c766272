import {
  listsChangedBy,
  MAX_AUDIENCES_PER_MESSAGE,
  type Audience,
  type ListChange,
  type ListName,
  type ServiceName,
} from '@kushk/contracts';
import type { ChangeNotifier } from '@kushk/event-store/fact-stream';
import type { ControlChannel } from './control-channel.js';

/** Time between two messages of a service. The first change after a quiet time is sent in the next event-loop turn. */
const INTERVAL_MS = 200;
/**
 * Audiences that wait for the next message. Above this number, the message says that everything changed for everybody:
 * the pages read again what they show, and nothing is lost.
 */
const MAX_WAITING_AUDIENCES = 20_000;

export interface ChangeNotifierSettings {
  readonly send: (changes: readonly ListChange[]) => void;
  /** Calls `work` after `ms` milliseconds. */
  readonly schedule: (work: () => void, ms: number) => void;
}

/**
 * Joins the changes of many facts into few messages: each message has every audience once, with all its lists. A burst
 * of 10,000 facts of one organisation within a second is about five small messages.
 */
export class CoalescingChangeNotifier implements ChangeNotifier {
  private waiting = new Map<Audience, Set<ListName>>();
  private everyList = new Set<ListName>();
  private isScheduled = false;

  constructor(private readonly settings: ChangeNotifierSettings) {}

  static of(channel: Pick<ControlChannel, 'publish'>, service: ServiceName): CoalescingChangeNotifier {
    const type = listsChangedBy(service);
    return new CoalescingChangeNotifier({
      send: (changes) => channel.publish(type, { changes }),
      schedule: (work, ms) => void setTimeout(work, ms).unref(),
    });
  }

  notify(changes: readonly ListChange[]): void {
    for (const change of changes) this.add(change);
    if (this.isScheduled) return;
    this.isScheduled = true;
    // Not at once: the other facts of the same commit belong into the same message.
    this.settings.schedule(() => this.flush(), 0);
  }

  private add({ audience, lists }: ListChange): void {
    let known = this.waiting.get(audience);
    if (known === undefined) {
      if (this.waiting.size >= MAX_WAITING_AUDIENCES) this.widen();
      this.waiting.set(audience, (known = new Set()));
    }
    for (const list of lists) known.add(list);
    if (this.everyList.size > 0) for (const list of lists) this.everyList.add(list);
  }

  /** Replaces all audiences by everybody. */
  private widen(): void {
    for (const lists of this.waiting.values()) for (const list of lists) this.everyList.add(list);
    this.waiting = new Map();
  }

  private flush(): void {
    const changes = this.taken();
    this.isScheduled = changes.length > 0;
    if (!this.isScheduled) return;
    for (let start = 0; start < changes.length; start += MAX_AUDIENCES_PER_MESSAGE)
      this.settings.send(changes.slice(start, start + MAX_AUDIENCES_PER_MESSAGE));
    this.settings.schedule(() => this.flush(), INTERVAL_MS);
  }

  private taken(): readonly ListChange[] {
    const changes =
      this.everyList.size > 0
        ? [{ audience: 'everyone' as const, lists: [...this.everyList] }]
        : [...this.waiting].map(([audience, lists]) => ({ audience, lists: [...lists] }));
    this.waiting = new Map();
    this.everyList = new Set();
    return changes;
  }
}
