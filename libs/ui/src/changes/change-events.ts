/** Reads server-sent events (WHATWG HTML 9.2) as they arrive, as far as `…/changes` uses them. */

const MAX_LINE = 64 * 1024;
const MAX_LISTS = 200;

/** Returns a function that takes the next piece of the text and returns the lists of the events that it completes. */
export function changeEventReader(): (text: string) => readonly (readonly string[])[] {
  let rest = '';
  let data = '';
  return (text) => {
    rest += text;
    if (rest.length > MAX_LINE) throw new RangeError('an event is too long');
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    const events: (readonly string[])[] = [];
    for (const line of lines) {
      if (line.startsWith('data:')) data += line.slice('data:'.length);
      if (line !== '') continue;
      const lists = listsOf(data);
      data = '';
      if (lists.length > 0) events.push(lists);
    }
    return events;
  };
}

function listsOf(data: string): readonly string[] {
  if (data === '') return [];
  const { lists } = JSON.parse(data) as { readonly lists?: unknown };
  return namesIn(lists);
}

/** Returns the names in a message of the service, or of another tab; nothing for anything else. */
export function namesIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string').slice(0, MAX_LISTS) : [];
}
