/** The Docker Engine API as a driver: Docker, or Podman's service with the same API. */
import Docker from 'dockerode';
import {
  ImageMissing,
  NOTHING,
  type ContainerEngine,
  type ContainerToCreate,
  type LogTail,
  type NetworkAddresses,
  type Observed,
  type ObservedContainer,
} from './container-engine.js';
import type { DataImages } from '../volume/data-images.client.js';
import {
  containerOptions,
  firstUserIdOf,
  IN_IMAGE,
  LABEL,
  nameOf,
  networkOptions,
  volumeOptions,
  type ContainerSettings,
} from './docker-options.js';
import { lastLines } from './log-frames.js';
import { isInRegistry } from './registry-image.js';

export interface DockerSettings extends ContainerSettings {
  /** `unix:///run/podman/podman.sock`, or `http://…`. */
  readonly address: string;
  /** See `ContainerConfig`. */
  readonly firstUserId: number | null;
  readonly registryUrl: string;
  /** The account of the registry; null when it needs none. */
  readonly account: { readonly username: string; readonly password: string } | null;
  readonly images: Pick<DataImages, 'create' | 'mount' | 'remove'>;
  /** Whether the size of new volumes is limited: their content is in a file of that size. */
  readonly isDataLimited: boolean;
}

/** Docker since 20.10 and Podman since 4.0 speak it. */
const API_VERSION = 'v1.41';
/** As the engines name themselves, and as Docker says that `userns-remap` is set. */
const PODMAN = 'Podman Engine';
const DOCKER_REMAPS_USERS = 'name=userns';
const REQUEST_TIMEOUT_MS = 60_000;
const STOP_WITHIN_SECONDS = 10;
const [NOT_MODIFIED, NOT_FOUND, CONFLICT] = [304, 404, 409];

/** A container would have the user ids of the machine. */
export class NoUserNamespace extends Error {
  override readonly name = 'NoUserNamespace';
}

export class DockerEngine implements ContainerEngine {
  private readonly docker: Docker;

  constructor(private readonly settings: DockerSettings) {
    const url = new URL(settings.address);
    const target =
      url.protocol === 'unix:'
        ? { socketPath: url.pathname }
        : { protocol: 'http' as const, host: url.hostname, port: Number(url.port || '2375') };
    this.docker = new Docker({ ...target, version: API_VERSION, timeout: REQUEST_TIMEOUT_MS });
  }

  async describe(): Promise<string> {
    const { Components: parts = [], Version: version } = await this.docker.version();
    return `${parts[0]?.Name ?? 'engine'} ${version}`;
  }

  async observeAll(): Promise<ReadonlyMap<string, Observed>> {
    return await this.observed([`${LABEL}.scope=${this.settings.scope}`]);
  }

  async observe(installationId: string): Promise<Observed> {
    const labels = [`${LABEL}.scope=${this.settings.scope}`, `${LABEL}.installation=${installationId}`];
    return (await this.observed(labels)).get(installationId) ?? NOTHING;
  }

  async hasImage(image: string): Promise<boolean> {
    return (await found(this.docker.getImage(image).inspect())) !== null;
  }

  async pull(image: string): Promise<void> {
    const { registryUrl, account } = this.settings;
    if (!isInRegistry(image, registryUrl))
      throw new ImageMissing(
        'the image is not in the registry of this instance (KUSHK_REGISTRY_URL), or has no digest',
      );
    const options = account === null ? {} : { authconfig: { ...account, serveraddress: new URL(registryUrl).host } };
    try {
      const progress = await this.docker.pull(image, options);
      await new Promise<void>((resolve, reject) => {
        this.docker.modem.followProgress(progress, (error: Error | null) => {
          if (error === null) resolve();
          else reject(error);
        });
      });
    } catch (cause) {
      throw new ImageMissing(`the image cannot be pulled: ${cause instanceof Error ? cause.message : ''}`, { cause });
    }
  }

  async createNetwork(installationId: string, addresses: NetworkAddresses): Promise<void> {
    const options = networkOptions(this.settings, installationId, addresses);
    await created(this.docker.createNetwork(options), () => this.network(installationId).inspect());
  }

  async createVolume(installationId: string): Promise<void> {
    const { images, isDataLimited } = this.settings;
    const folder = isDataLimited ? await images.create(installationId) : null;
    await done(this.docker.createVolume(volumeOptions(this.settings, installationId, folder)), CONFLICT);
  }

  async createContainer(container: ContainerToCreate): Promise<void> {
    const folder = await this.mountData(container.installationId);
    const firstUserId = await this.firstUserIdOf(container);
    const namespace = firstUserId === null ? null : { firstUserId, folder };
    const options = containerOptions(this.settings, container, namespace);
    await created(this.docker.createContainer(options), () => this.container(container.installationId).inspect());
  }

  async startContainer(installationId: string): Promise<void> {
    await this.mountData(installationId);
    await done(this.container(installationId).start(), NOT_MODIFIED);
  }

  async stopContainer(installationId: string): Promise<void> {
    await done(this.container(installationId).stop({ t: STOP_WITHIN_SECONDS }), NOT_MODIFIED, NOT_FOUND);
  }

  async removeContainer(installationId: string): Promise<void> {
    await this.stopContainer(installationId);
    await done(this.container(installationId).remove({ force: true }), NOT_FOUND);
  }

  async removeNetwork(installationId: string): Promise<void> {
    await done(this.network(installationId).remove(), NOT_FOUND);
  }

  async removeVolume(installationId: string): Promise<void> {
    // Before the volume, by which the file is found again after a failure in between.
    await this.settings.images.remove(installationId);
    await done(this.docker.getVolume(nameOf(this.settings.scope, installationId)).remove(), NOT_FOUND);
  }

  async memoryBytes(installationId: string): Promise<number | null> {
    const stats = await found(this.container(installationId).stats({ stream: false, 'one-shot': true }));
    const { usage, stats: parts } = stats?.memory_stats ?? {};
    return usage === undefined ? null : Math.max(usage - (parts?.inactive_file ?? 0), 0);
  }

  async log(installationId: string, bounds: { readonly lines: number; readonly bytes: number }): Promise<LogTail> {
    const options = { follow: false as const, stdout: true, stderr: true, tail: bounds.lines };
    const framed = await found(this.container(installationId).logs(options));
    return framed === null ? { lines: [], truncated: false } : lastLines(Buffer.from(framed), bounds);
  }

  /**
   * A restart of the machine unmounts the files. A volume stays as it was created, whatever is configured now. Resolves
   * with the folder of its content; null for a place of the engine.
   */
  private async mountData(installationId: string): Promise<string | null> {
    const { scope, images } = this.settings;
    const volume = await found(this.docker.getVolume(nameOf(scope, installationId)).inspect());
    return volume?.Labels?.[IN_IMAGE.key] === IN_IMAGE.value ? await images.mount(installationId) : null;
  }

  /**
   * Resolves with null where the engine decides about the ids. Podman gives each container ids of its own. Docker has
   * one range for all, which only its daemon's configuration sets.
   */
  private async firstUserIdOf({ network }: ContainerToCreate): Promise<number | null> {
    const { firstUserId } = this.settings;
    if (firstUserId === null) return null;
    const { Components: parts = [] } = await this.docker.version();
    if (parts.some(({ Name }) => Name === PODMAN)) return firstUserIdOf(firstUserId, network);
    const { SecurityOptions: options } = (await this.docker.info()) as { readonly SecurityOptions?: readonly string[] };
    if (options?.includes(DOCKER_REMAPS_USERS)) return null;
    throw new NoUserNamespace(
      'the engine runs containers with the user ids of the machine: set userns-remap in Docker (or use Podman), or ' +
        'KUSHK_CONTAINER_USER_IDS=off to allow it (docs/reference/containers.md#user-ids)',
    );
  }

  private network(installationId: string): Docker.Network {
    return this.docker.getNetwork(nameOf(this.settings.scope, installationId));
  }

  private container(installationId: string): Docker.Container {
    return this.docker.getContainer(nameOf(this.settings.scope, installationId));
  }

  private async observed(label: readonly string[]): Promise<Map<string, Observed>> {
    const filters = { label: [...label] };
    const [containers, networks, { Volumes: volumes }] = await Promise.all([
      this.docker.listContainers({ all: true, filters }),
      this.docker.listNetworks({ filters }),
      this.docker.listVolumes({ filters }),
    ]);
    const observed = new Map<string, Observed>();
    const add = (labels: Readonly<Record<string, string>> | null | undefined, part: Partial<Observed>): void => {
      const id = labels?.[`${LABEL}.installation`];
      if (id !== undefined) observed.set(id, { ...(observed.get(id) ?? NOTHING), ...part });
    };
    for (const network of networks) add(network.Labels, { hasNetwork: true });
    for (const volume of volumes ?? []) add(volume.Labels, { hasVolume: true });
    for (const container of containers) add(container.Labels, { container: await this.observedContainer(container) });
    return observed;
  }

  private async observedContainer(listed: Docker.ContainerInfo): Promise<ObservedContainer | null> {
    const fingerprint = listed.Labels[`${LABEL}.fingerprint`] ?? '';
    switch (listed.State) {
      case 'running': {
        const [network] = Object.values(listed.NetworkSettings.Networks);
        return { fingerprint, state: 'running', endReason: null, host: network?.IPAddress || null };
      }
      // Podman has more names for a container that was never started.
      case 'created':
      case 'configured':
      case 'initialized':
        return { fingerprint, state: 'created', endReason: null, host: null };
      default: {
        const details = await found(this.docker.getContainer(listed.Id).inspect());
        if (details === null) return null;
        const { ExitCode: code, OOMKilled: isOutOfMemory } = details.State;
        const endReason = isOutOfMemory ? 'it ran out of memory' : `it ended with exit code ${code}`;
        return { fingerprint, state: 'ended', endReason, host: null };
      }
    }
  }
}

function statusOf(error: unknown): number | undefined {
  return (error as { readonly statusCode?: number }).statusCode;
}

/** Waits for a request whose purpose is already reached when the engine answers with one of these statuses. */
async function done(request: Promise<unknown>, ...reached: readonly number[]): Promise<void> {
  try {
    await request;
  } catch (error) {
    if (!reached.includes(statusOf(error) ?? 0)) throw error;
  }
}

/** Waits for a creation. What exists already stays: Docker answers 409 then, and Podman 4 answers 500. */
async function created(request: Promise<unknown>, inspect: () => Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (error) {
    if ((await found(inspect())) === null) throw error;
  }
}

async function found<Answer>(request: Promise<Answer>): Promise<Answer | null> {
  try {
    return await request;
  } catch (error) {
    if (statusOf(error) === NOT_FOUND) return null;
    throw error;
  }
}
