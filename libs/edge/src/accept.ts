/** The media types and the content codings that a client accepts (RFC 9110, section 12.5). */

interface MediaRange {
  /** In lower case, with a `*` for any type or subtype. */
  readonly type: string;
  readonly quality: number;
}

/** Whether a client accepts a media type such as `application/json`. Without the header it accepts any. */
export function accepts(header: string | undefined, mediaType: string): boolean {
  const ranges = rangesIn(header ?? '');
  if (ranges.length === 0) return true;
  const [group] = mediaType.split('/', 1);
  // The most specific range decides, also when it excludes the type.
  for (const type of [mediaType, `${group}/*`, '*/*']) {
    const matching = ranges.filter((range) => range.type === type);
    if (matching.length > 0) return matching.some(({ quality }) => quality > 0);
  }
  return false;
}

/** Whether a client lists a value itself: browsers list `text/html` when they open a page, and `gzip`. */
export function isListed(header: string | undefined, value: string): boolean {
  return rangesIn(header ?? '').some(({ type, quality }) => type === value && quality > 0);
}

function rangesIn(header: string): readonly MediaRange[] {
  return header.split(',').flatMap((part): MediaRange[] => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    if (type === '') return [];
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return [{ type, quality: quality === undefined ? 1 : Number(quality.slice(2)) }];
  });
}
