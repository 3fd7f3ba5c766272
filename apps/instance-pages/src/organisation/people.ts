import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { currentOrganisation, instanceApi, resultOf, type InstanceComponents } from '@kushk/api-client';

export type PersonResource = InstanceComponents['schemas']['PersonResource'];

const PAGE = 200;
/** Pickers and names need everybody; an organisation with more people has pickers that miss the newest. */
const MOST_PAGES = 10;

async function everybody(signal: AbortSignal): Promise<readonly PersonResource[]> {
  const people: PersonResource[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const query: { limit: number; cursor?: string } = cursor === null ? { limit: PAGE } : { limit: PAGE, cursor };
    const { items, next_cursor } = await resultOf(
      instanceApi.GET('/instance/v1/people', { params: { query }, signal }),
    );
    people.push(...items);
    if (next_cursor === null) break;
    cursor = next_cursor;
  }
  return people;
}

/** Reads the people of the organisation. */
export function usePeople(): UseQueryResult<readonly PersonResource[]> {
  return useQuery({
    queryKey: ['people', 'everybody'],
    queryFn: ({ signal }) => everybody(signal),
    // Platform staff may belong to no organisation.
    enabled: currentOrganisation() !== null,
  });
}

/** Returns the name of a person by id; null while the names load, and for a person who has left. */
export function usePersonName(): (id: string | null) => string | null {
  const { data = [] } = usePeople();
  const names = new Map(data.map((person) => [person.id, person.name]));
  return (id) => (id === null ? null : (names.get(id) ?? null));
}
