/** A place in the queue, and the opaque cursor that stands for it (contract §3, Lists). */

export interface QueuePlace {
  /** RFC 3339, UTC. */
  readonly submittedAt: string;
  /** `<plugin_id>@<version>`: tells apart what was submitted in the same millisecond. */
  readonly key: string;
}

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;
const KEY = /^[a-z0-9.-]{1,128}@[0-9A-Za-z.-]{1,64}$/;

export function cursorOf({ submittedAt, key }: QueuePlace): string {
  return btoa(`${submittedAt} ${key}`).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Null for what is no cursor of ours. */
export function placeOf(cursor: string): QueuePlace | null {
  try {
    const [submittedAt = '', key = '', ...more] = atob(cursor.replaceAll('-', '+').replaceAll('_', '/')).split(' ');
    const sound = more.length === 0 && TIME.test(submittedAt) && !Number.isNaN(Date.parse(submittedAt)) && KEY.test(key);
    return sound ? { submittedAt, key } : null;
  } catch {
    return null;
  }
}
