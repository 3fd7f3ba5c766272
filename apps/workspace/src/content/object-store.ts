/** Where contents are stored: a folder, or a bucket of S3-compatible object storage. */

/** An object of an organisation. Both parts consist of lower-case letters, digits and underscores. */
export interface ObjectName {
  readonly organisationId: string;
  readonly name: string;
}

export interface ObjectStore {
  /** Stores an object as a whole: readers see all of it or nothing, also after a crash. Replaces an object. */
  put(name: ObjectName, parts: Iterable<Buffer>): Promise<void>;
  /** Reads a part of an object. Throws `ObjectMissing`, or an error when the object is shorter. */
  read(name: ObjectName, range: { readonly start: number; readonly bytes: number }): Promise<Buffer>;
  /** Deletes an object. Succeeds also when there is none. */
  remove(name: ObjectName): Promise<void>;
  /** Deletes what interrupted calls of `put` left behind before this time. */
  removeLeftovers(before: Date): Promise<void>;
  /** Throws when the store cannot be used now. */
  check(): Promise<void>;
}

/** The object does not exist. */
export class ObjectMissing extends Error {
  override readonly name = 'ObjectMissing';
}

/** Returns a path or key of the object. Rejects names with other characters, which could leave the store's folder. */
export function objectPath({ organisationId, name }: ObjectName): string {
  for (const part of [organisationId, name])
    if (!/^[a-z0-9_]{1,128}$/.test(part)) throw new RangeError('the name of an object has other characters');
  return `${organisationId}/${name.slice(0, 2)}/${name}`;
}
