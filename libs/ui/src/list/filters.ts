/** What may replace the filters of a list: undefined or an empty text removes one. */
type Change<Search> = { readonly [Key in keyof Search]?: Search[Key] | '' | undefined };

/** The filters of a list in its address, some of them changed. What leaves everything is not in the address. */
export function changedFilters<Search extends object>(search: Search, change: Change<Search>): Search {
  const entries = Object.entries({ ...search, ...change });
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined && value !== '')) as Search;
}

const TEXT_MAX_CHARACTERS = 200;

/** A text of an address as a search: absent when there is none. A number is a text that looks like one. */
export function searchedText(value: unknown): { readonly q?: string } {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && text !== '' ? { q: text.slice(0, TEXT_MAX_CHARACTERS) } : {};
}

/** A value of an address when it is one of these. */
export const oneOf = <Value>(values: readonly Value[], value: unknown): Value | undefined =>
  values.find((one) => one === value);
