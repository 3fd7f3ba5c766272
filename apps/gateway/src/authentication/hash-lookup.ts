import { hashCredential } from '@kushk/credentials';
import { Refused } from '@kushk/edge';

/**
 * Looks a credential up by its hash with each pepper, the newest first. Only what was issued before a rotation of the
 * pepper needs more than one lookup. `lookUp` resolves with null when the hash is unknown.
 */
export async function lookUpByHash<Found>(
  peppers: readonly Buffer[],
  credential: string,
  lookUp: (hash: string) => Promise<Found | null>,
): Promise<Found | null> {
  for (const pepper of peppers) {
    const found = await lookUp(hashCredential(pepper, credential));
    if (found !== null) return found;
  }
  return null;
}

/** Resolves with null when the request is refused with `code`. */
export async function nullWhenRefused<Found>(code: string, request: Promise<Found>): Promise<Found | null> {
  try {
    return await request;
  } catch (error) {
    if (error instanceof Refused && error.code === code) return null;
    throw error;
  }
}
