/** Whose usage of which month an instance reports. */
export interface UsageTarget {
  readonly publisherId: string;
  readonly month: string;
  readonly instanceId: string;
}

/** The id of the stream of a report. Neither a publisher id nor a month contains a slash. */
export function usageKey({ publisherId, month, instanceId }: UsageTarget): string {
  return `${publisherId}/${month}/${instanceId}`;
}

/** The id of the stream of one installation's usage in a report. */
export function installationUsageKey(target: UsageTarget, alias: string): string {
  return `${usageKey(target)}/${alias}`;
}
