/** The configuration of the content store (docs/operations.md, Contents of sources). */
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

interface DiskContentConfig {
  readonly driver: 'disk';
  /** Absolute path of a folder that all processes of the service share. */
  readonly folder: string;
}
export interface S3ContentConfig {
  readonly driver: 's3';
  /** URL of S3-compatible storage; absent for Amazon S3. */
  readonly endpoint?: string;
  readonly region: string;
  readonly bucket: string;
  /** Begins the key of each object: `kushk/contents/`. */
  readonly prefix?: string;
  readonly access_key_id: string;
  readonly secret_access_key: string;
}
export type ContentStoreConfig = DiskContentConfig | S3ContentConfig;

export const CONTENT_STORE_RULE =
  'must be JSON: {"driver":"disk","folder":"/absolute/path"} or {"driver":"s3","endpoint","region","bucket","prefix","access_key_id","secret_access_key"}';

const KEYS = ['driver', 'endpoint', 'region', 'bucket', 'prefix', 'access_key_id', 'secret_access_key'];

/** Whether a parsed value is a valid configuration. */
export function isContentStore(value: unknown): value is ContentStoreConfig {
  if (typeof value !== 'object' || value === null) return false;
  const fields = value as Readonly<Record<string, unknown>>;
  const isText = (key: string): boolean => typeof fields[key] === 'string' && fields[key] !== '';
  if (fields['driver'] === 'disk')
    return isText('folder') && isAbsolute(fields['folder'] as string) && Object.keys(fields).length === 2;
  return (
    fields['driver'] === 's3' &&
    ['region', 'bucket', 'access_key_id', 'secret_access_key'].every(isText) &&
    ['endpoint', 'prefix'].every((key) => fields[key] === undefined || isText(key)) &&
    (fields['endpoint'] === undefined || URL.canParse(fields['endpoint'] as string)) &&
    Object.keys(fields).every((key) => KEYS.includes(key))
  );
}

/** Outside production contents are stored in the system's folder for temporary files, if nothing else is configured. */
export function temporaryContentStore(scope: string | undefined): ContentStoreConfig {
  return { driver: 'disk', folder: join(tmpdir(), 'kushk-contents', scope ?? 'none') };
}
