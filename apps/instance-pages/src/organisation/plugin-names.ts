/** How plugins are called. Pure. */
import type { Language } from '@kushk/ui';

/** Returns the name in the page's language, or in the first one that there is. */
export function nameIn(names: Readonly<Record<string, unknown>> | null | undefined, language: Language): string | null {
  const name = names?.[language] ?? names?.['en'] ?? Object.values(names ?? {})[0];
  return typeof name === 'string' && name !== '' ? name : null;
}

interface Named {
  readonly plugin_id: string;
  readonly names: Readonly<Record<string, unknown>>;
  readonly publisher: string;
}

/**
 * The names of plugins, by id, each with what tells it apart from others of the same name: its publisher, or its id
 * when the publisher is the same as well.
 */
export function distinctNames(plugins: readonly Named[], language: Language): ReadonlyMap<string, string> {
  const all = [...new Map(plugins.map((one) => [one.plugin_id, one])).values()].map(
    ({ plugin_id, names, publisher }) => {
      return { plugin_id, publisher, name: nameIn(names, language) ?? plugin_id };
    },
  );
  return new Map(
    all.map(({ plugin_id, publisher, name }) => {
      const alike = all.filter((one) => one.name === name);
      if (alike.length === 1) return [plugin_id, name];
      const mark = alike.filter((one) => one.publisher === publisher).length > 1 ? plugin_id : publisher;
      return [plugin_id, `${isolated(name)} · ${isolated(mark)}`];
    }),
  );
}

/** The direction of one text does not change that of the other. */
const isolated = (text: string): string => `\u2068${text}\u2069`;
