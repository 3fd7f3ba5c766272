/** The bridge script and its companions, as apps/bridge builds them, ready to be sent. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { contentTag } from '@kushk/credentials';

export interface SdkFile {
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  /** The content by `Content-Encoding`. */
  readonly content: { readonly identity: Buffer; readonly br: Buffer | null; readonly gzip: Buffer | null };
}

export const SDK_FOLDER = fileURLToPath(new URL('../../../bridge/dist/', import.meta.url));

const contentTypes: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
};
/** Pages of any origin load these files, also pages with `require-corp`. */
const SHARED = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
  'x-content-type-options': 'nosniff',
  vary: 'accept-encoding',
};
const FIVE_MINUTES = 'public, max-age=300';
/** For names that never get another content: a version of the script, and the fonts. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const IMMUTABLE = /^(?:bridge-\d|fonts\/)/;

/** Returns the files by name, such as `bridge.js`. There are none when apps/bridge is not built. */
export function readSdkFiles(folder = SDK_FOLDER): ReadonlyMap<string, SdkFile> {
  if (!existsSync(folder)) return new Map();
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
  return new Map(
    names.flatMap((name) => {
      const contentType = contentTypes[extname(name)];
      return contentType === undefined ? [] : [[name, sdkFile(name, contentType, readFileSync(`${folder}/${name}`))]];
    }),
  );
}

function sdkFile(name: string, contentType: string, identity: Buffer): SdkFile {
  const isText = contentType !== 'font/woff2';
  return {
    headers: {
      ...SHARED,
      'content-type': contentType,
      'cache-control': IMMUTABLE.test(name) ? FOR_EVER : FIVE_MINUTES,
    },
    etag: contentTag(identity.toString('latin1')),
    content: {
      identity,
      br: isText ? brotliCompressSync(identity) : null,
      gzip: isText ? gzipSync(identity, { level: 9 }) : null,
    },
  };
}
