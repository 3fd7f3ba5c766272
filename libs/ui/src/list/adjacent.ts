export type Step = 1 | -1;

/** The item beside the current one; at the ends of the list the current one, and the first when there is none. */
export function adjacent<Item>(items: readonly Item[], isCurrent: (item: Item) => boolean, by: Step): Item | undefined {
  const at = items.findIndex(isCurrent);
  return at === -1 ? items[0] : (items[at + by] ?? items[at]);
}
