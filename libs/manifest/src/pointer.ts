/** JSON Pointers (RFC 6901): the paths of problems and of differences. */

/** Appends one member name or index to a pointer. */
export function pointerTo(parent: string, member: string | number): string {
  const text = String(member);
  const isPlain = !text.includes('~') && !text.includes('/');
  return `${parent}/${isPlain ? text : text.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/**
 * The decoded segments of a pointer: `/a~1b/0` → `['a/b', '0']`. The empty pointer has no segments and refers to the
 * whole document.
 */
export function pointerSegments(pointer: string): string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value at a pointer, or undefined if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  let value = document;
  for (const segment of pointerSegments(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, segment)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[segment];
  }
  return value;
}

/** A pointer as the fragment of a URI. */
export function fragmentOf(pointer: string): string {
  return `#${pointer.split('/').map(encodeURIComponent).join('/')}`;
}
