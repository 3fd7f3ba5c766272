/** How patches change objects. */

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** JSON Merge Patch (RFC 7386). */
export function merged(object: unknown, change: unknown): unknown {
  if (!isFields(change)) return change;
  const result: Record<string, unknown> = isFields(object) ? { ...object } : {};
  for (const [key, value] of Object.entries(change))
    if (value === null) delete result[key];
    else result[key] = merged(result[key], value);
  return result;
}

/** Server-side apply with `force`: the manager's fields win, and those that it applied before and does not now go. */
export function applied(object: unknown, before: unknown, now: unknown): unknown {
  if (!isFields(now)) return now;
  const result: Record<string, unknown> = isFields(object) ? { ...object } : {};
  const own = isFields(before) ? before : {};
  for (const key of Object.keys(own)) if (!(key in now)) delete result[key];
  for (const [key, value] of Object.entries(now)) result[key] = applied(result[key], own[key], value);
  return result;
}

/** Whether labels have all the values that a selector such as `a=1,b=2` asks for. */
export function matchesSelector(labels: Readonly<Record<string, string>>, selector: string): boolean {
  return selector
    .split(',')
    .filter((part) => part !== '')
    .every((part) => {
      const [key = '', value] = part.split('=');
      return labels[key] === value;
    });
}
