/** The configuration of the workspace: contents of sources and their texts (docs/deployment/data.md), and e-mail. */
import { tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { isSealingKeys, SEALING_KEYS_RULE, type SealingKeyConfig } from './config-shapes.js';
import { json, oneOf, type Reading } from './environment.js';
import { smtpUrl, type MailConfig } from './mail-config.js';

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
export interface ContentConfig {
  /** Where the workspace stores the contents of sources. */
  readonly contentStore: ContentStoreConfig;
  /** Keys that seal these contents; empty: they are stored as they are. The first one seals, each of them opens. */
  readonly contentKeys: readonly SealingKeyConfig[];
  /** Where notifications are sent by e-mail; null for nowhere. */
  readonly mail: MailConfig | null;
  /** Whether texts of files are extracted only in a confined process. */
  readonly extraction: 'confined' | 'unconfined';
}

const CONTENT_STORE_RULE =
  'must be JSON: {"driver":"disk","folder":"/absolute/path"} or {"driver":"s3","endpoint","region","bucket","prefix","access_key_id","secret_access_key"}';

const KEYS = ['driver', 'endpoint', 'region', 'bucket', 'prefix', 'access_key_id', 'secret_access_key'];

/** Whether a parsed value is a valid configuration. */
function isContentStore(value: unknown): value is ContentStoreConfig {
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
function temporaryContentStore(scope: string | undefined): ContentStoreConfig {
  return { driver: 'disk', folder: join(tmpdir(), 'kushk-contents', scope ?? 'none') };
}

/** Undefined stands for what is required and absent. */
export function readContents(
  from: Reading,
  { isProduction, scope }: { readonly isProduction: boolean; readonly scope: string | undefined },
): { readonly [Key in keyof ContentConfig]: ContentConfig[Key] | undefined } {
  return {
    contentStore:
      from.optional('KUSHK_CONTENT_STORE', json(isContentStore, CONTENT_STORE_RULE)) ??
      (isProduction ? undefined : temporaryContentStore(scope)),
    contentKeys: from.withDefault('KUSHK_CONTENT_KEYS', json(isSealingKeys, SEALING_KEYS_RULE), []),
    mail: from.withDefault('KUSHK_SMTP_URL', smtpUrl, null),
    extraction: from.withDefault(
      'KUSHK_EXTRACTION',
      oneOf('confined', 'unconfined'),
      isProduction ? 'confined' : 'unconfined',
    ),
  };
}

/** Addresses are stored sealed, and mails have links. Undefined stands for what is absent or invalid. */
export function problemsOfMail({
  process,
  mail,
  contentKeys,
  baseUrl,
  serviceOrigin,
}: {
  readonly process: string | undefined;
  readonly mail: MailConfig | null | undefined;
  readonly contentKeys: readonly unknown[] | undefined;
  readonly baseUrl: string | undefined;
  readonly serviceOrigin: string | undefined;
}): string[] {
  if (mail === null || mail === undefined) return [];
  const [name, origin] =
    process === 'catalogue' ? ['KUSHK_BASE_URL', baseUrl] : ['KUSHK_SERVICE_ORIGIN', serviceOrigin];
  return [
    ...(contentKeys?.length === 0 ? ['KUSHK_CONTENT_KEYS is not set, and KUSHK_SMTP_URL needs it'] : []),
    ...(origin === undefined ? [`${name} is not set, and KUSHK_SMTP_URL needs it`] : []),
  ];
}
