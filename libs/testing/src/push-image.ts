/** Builds an image of one layer from files of this machine, and pushes it, without a container engine. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface ImageToPush {
  /** `http://host:port` */
  readonly registryUrl: string;
  /** Without host and tag: `acme/invoices`. */
  readonly name: string;
  readonly tag?: string;
  /** What the image has, by its path in it: a file or folder of this machine, or a text. */
  readonly files: Readonly<Record<string, { readonly from: string } | { readonly text: string }>>;
  readonly config: ImageConfig;
  readonly account?: { readonly username: string; readonly password: string };
}

/** The fields of the OCI image configuration that are used here. */
export interface ImageConfig {
  readonly Entrypoint: readonly string[];
  readonly Env?: readonly string[];
  readonly User?: string;
  readonly StopSignal?: string;
  readonly WorkingDir?: string;
  readonly ExposedPorts?: Readonly<Record<string, Readonly<Record<string, never>>>>;
}

const MANIFEST_TYPE = 'application/vnd.oci.image.manifest.v1+json';
const CONFIG_TYPE = 'application/vnd.oci.image.config.v1+json';
const LAYER_TYPE = 'application/vnd.oci.image.layer.v1.tar';
const ARCHITECTURES: Readonly<Record<string, string>> = { x64: 'amd64' };

/** Returns the reference with the digest: `host:port/acme/invoices@sha256:…`. The same files give the same digest. */
export async function pushImage(image: ImageToPush): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kushk-image-'));
  try {
    const path = await layerOf(image.files, folder);
    const layer = { mediaType: LAYER_TYPE, digest: await digestOf(path), size: (await stat(path)).size };
    await pushBlob(image, layer, path);
    const config = {
      architecture: ARCHITECTURES[process.arch] ?? process.arch,
      os: 'linux',
      config: image.config,
      rootfs: { type: 'layers', diff_ids: [layer.digest] },
      history: [{ created_by: 'kushk' }],
    };
    const configPath = join(folder, 'config.json');
    await writeFile(configPath, JSON.stringify(config));
    const configBlob = {
      mediaType: CONFIG_TYPE,
      digest: await digestOf(configPath),
      size: (await stat(configPath)).size,
    };
    await pushBlob(image, configBlob, configPath);
    const manifestPath = join(folder, 'manifest.json');
    const manifest = { schemaVersion: 2, mediaType: MANIFEST_TYPE, config: configBlob, layers: [layer] };
    await writeFile(manifestPath, JSON.stringify(manifest));
    const url = `/v2/${image.name}/manifests/${image.tag ?? 'latest'}`;
    const { status } = await send(image, { method: 'PUT', url, type: MANIFEST_TYPE, path: manifestPath });
    if (status !== 201) throw new Error(`the registry answered ${status} to the manifest`);
    return `${new URL(image.registryUrl).host}/${image.name}@${await digestOf(manifestPath)}`;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The same files give the same bytes: sorted, without times and owners. */
async function layerOf(files: ImageToPush['files'], folder: string): Promise<string> {
  const root = join(folder, 'root');
  await mkdir(root);
  for (const [path, file] of Object.entries(files)) {
    const target = join(root, path);
    await mkdir(dirname(target), { recursive: true });
    if ('text' in file) await writeFile(target, file.text);
    else await cp(file.from, target, { recursive: true, dereference: true });
  }
  await chmod(root, 0o755);
  const layer = join(folder, 'layer.tar');
  const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--mode=u=rwX,go=rX'];
  await run('tar', [...same, '--create', '--file', layer, '--directory', root, '.']);
  return layer;
}

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return `sha256:${hash.digest('hex')}`;
}

async function pushBlob(image: ImageToPush, { digest }: { readonly digest: string }, path: string): Promise<void> {
  const known = await send(image, { method: 'HEAD', url: `/v2/${image.name}/blobs/${digest}` });
  if (known.status === 200) return;
  const started = await send(image, { method: 'POST', url: `/v2/${image.name}/blobs/uploads/` });
  if (started.status !== 202) throw new Error(`the registry answered ${started.status} to a new upload`);
  const url = new URL(started.location, image.registryUrl);
  url.searchParams.set('digest', digest);
  const put = { method: 'PUT', url: url.href, type: 'application/octet-stream', path };
  const { status } = await send(image, put);
  if (status !== 201) throw new Error(`the registry answered ${status} to the blob ${digest}`);
}

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly type?: string;
  /** The file that is the body. */
  readonly path?: string;
}

async function send(
  { registryUrl, account }: ImageToPush,
  { method, url, type, path }: Sent,
): Promise<{ readonly status: number; readonly location: string }> {
  const headers = {
    ...(type !== undefined && { 'content-type': type }),
    'content-length': path === undefined ? 0 : (await stat(path)).size,
  };
  const auth = account === undefined ? {} : { auth: `${account.username}:${account.password}` };
  const outgoing = request(new URL(url, registryUrl), { method, headers, ...auth });
  const answered = new Promise<{ status: number; location: string }>((resolve, reject) => {
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      response.resume();
      resolve({ status: response.statusCode ?? 0, location: response.headers.location ?? '' });
    });
  });
  if (path === undefined) outgoing.end();
  else await pipeline(createReadStream(path), outgoing);
  return await answered;
}

/** The libraries that a program loads, by the paths at which it looks for them. */
export async function librariesOf(program: string): Promise<Readonly<Record<string, { readonly from: string }>>> {
  const { stdout } = await run('ldd', [program]);
  const paths = [...stdout.matchAll(/(?:=> )?(\/\S+) \(0x/g)].map(([, path = '']) => path);
  return Object.fromEntries(paths.map((path) => [path, { from: path }]));
}
