/**
 * Derives all names of a slice from its path: `wallet/freeze-wallet` → folder, function, command, subject and so on.
 */

export type SliceKind = 'command' | 'query' | 'reaction';

export interface SliceName {
  readonly kind: SliceKind;
  /** The name of the service: `wallet` */
  readonly service: string;
  /** The folder of the stream: `hold` */
  readonly stream: string;
  /** The folder of the slice: `place-hold` */
  readonly slice: string;
  /** The name of the function: `placeHold`; for a reaction `reactToPlanChanged` */
  readonly functionName: string;
  /** The name of the type: `PlaceHold`; for a reaction `ReactToPlanChanged` */
  readonly typeName: string;
  /** The class of the handler: `PlaceHoldHandler` */
  readonly handlerClass: string;
  /** The name in the contracts: `placeHold`; for a reaction the name of the fact: `planChanged` */
  readonly contractName: string;
  /** The last two parts of the subject: `hold.place` */
  readonly subject: string;
}

const KEBAB_CASE = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;

/**
 * Parses `service/slice` or `service/stream/slice`. Without a stream, the slice must contain the name of one of
 * `streams`: `place-hold` and `list-holds` belong to `hold`. Throws an error with the reason.
 */
export function sliceName(path: string, kind: SliceKind, streams: readonly string[]): SliceName {
  const parts = path.split('/');
  const slice = parts.at(-1) ?? '';
  if (parts.length < 2 || parts.length > 3 || !parts.every((part) => KEBAB_CASE.test(part)))
    throw new Error(`"${path}" is not service/slice or service/stream/slice in kebab-case`);
  if ((kind === 'reaction') !== slice.startsWith('on-'))
    throw new Error(`"${slice}": the name of a reaction, and of nothing else, starts with "on-"`);
  const stream = parts.length === 3 ? (parts[1] ?? '') : streamIn(slice, streams);
  if (stream === null || !streams.includes(stream))
    throw new Error(`name the stream: ${parts[0]}/STREAM/${slice}, with one of: ${streams.join(', ')}`);
  const contractName = camelCase(kind === 'reaction' ? slice.slice('on-'.length) : slice);
  const functionName = kind === 'reaction' ? `reactTo${capitalized(contractName)}` : contractName;
  return {
    kind,
    service: parts[0] ?? '',
    stream,
    slice,
    functionName,
    typeName: capitalized(functionName),
    handlerClass: `${capitalized(camelCase(slice))}Handler`,
    contractName,
    subject: `${stream}.${verbOf(slice, stream)}`,
  };
}

/** Returns the longest stream name that the slice's name contains, in the singular or the plural. */
function streamIn(slice: string, streams: readonly string[]): string | null {
  const contains = (stream: string): boolean => new RegExp(`(?:^|-)${stream}s?(?:-|$)`).test(slice);
  return streams.filter(contains).sort((a, b) => b.length - a.length)[0] ?? null;
}

/** Removes the name of the stream from the slice's name: `place-hold` in the stream `hold` → `place`. */
function verbOf(slice: string, stream: string): string {
  return slice.replace(new RegExp(`(?:^|-)${stream}s?(?=-|$)`), '').replace(/^-/, '') || slice;
}

function camelCase(text: string): string {
  return text.replace(/-([a-z0-9])/g, (_match, letter: string) => letter.toUpperCase());
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
