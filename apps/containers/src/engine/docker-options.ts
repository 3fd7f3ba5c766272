/** What the Docker Engine API is asked to create: isolation and limits of each container. Pure. */
import type { ContainerLimits } from '@kushk/runtime';
import type { ContainerCreateOptions, NetworkCreateOptions, VolumeCreateOptions } from 'dockerode';
import type { ContainerToCreate, NetworkAddresses } from './container-engine.js';

/** The prefix of the labels by which the service finds what it created. */
export const LABEL = 'kushk';
const DATA_DIR = '/data';
const MIB = 1024 * 1024;
const OPEN_FILES = 1_024;
/** The user ids of one container: those of images are below. */
const USER_IDS = 65_536;
/**
 * Containers that have the ids of the machine share it, so `PidsLimit` is the limit of the container. It is set because
 * Podman's default is more than an engine without the capability SYS_RESOURCE may set.
 */
const PROCESSES_OF_USER = 16_384;

export interface ContainerSettings {
  /** The id of the instance: several may share an engine. */
  readonly scope: string;
  /** Empty for the engine's own choice. */
  readonly runtime: string;
  readonly limits: ContainerLimits;
  /** The origin of the service as containers reach it. */
  readonly serviceOrigin: string;
  /** Whether the kernel has IPv6: the containers are without it. */
  readonly hasIpv6: boolean;
}

/** A user namespace of one container alone. */
export interface UserNamespace {
  /** The id on the machine of its root. */
  readonly firstUserId: number;
  /** Where the content of its volume is; null for a place of the engine. */
  readonly folder: string | null;
}

/** The name of an installation's container, network and volume. */
export function nameOf(scope: string, installationId: string): string {
  return `kushk-${scope}-${installationId}`;
}

export function labelsOf(scope: string, installationId: string): Record<string, string> {
  return { [`${LABEL}.scope`]: scope, [`${LABEL}.installation`]: installationId };
}

/** A network without a way out: the engine passes nothing on between it and any other network. */
export function networkOptions(
  { scope }: ContainerSettings,
  installationId: string,
  { subnet, gateway }: NetworkAddresses,
): NetworkCreateOptions {
  return {
    Name: nameOf(scope, installationId),
    Driver: 'bridge',
    Internal: true,
    EnableIPv6: false,
    IPAM: { Driver: 'default', Config: [{ Subnet: subnet, Gateway: gateway }] },
    Labels: labelsOf(scope, installationId),
  };
}

/** The label of a volume whose content is in a file of a fixed size. */
export const IN_IMAGE = { key: `${LABEL}.data`, value: 'image' } as const;

/** `folder`: where the content is; null for a place of the engine, without a limit of its size. */
export function volumeOptions(
  { scope }: ContainerSettings,
  installationId: string,
  folder: string | null,
): VolumeCreateOptions {
  const Name = nameOf(scope, installationId);
  const labels = labelsOf(scope, installationId);
  if (folder === null) return { Name, Labels: labels };
  return {
    Name,
    Labels: { ...labels, [IN_IMAGE.key]: IN_IMAGE.value },
    Driver: 'local',
    DriverOpts: { type: 'none', o: 'bind', device: folder },
  };
}

/**
 * The first id on the machine of the users of the installation with this network: no other one has these ids at the
 * same time, and root of the container is nobody on the machine.
 */
export function firstUserIdOf(firstOfAll: number, { slot }: Pick<NetworkAddresses, 'slot'>): number {
  return firstOfAll + slot * USER_IDS;
}

/**
 * Nothing in the environment is secret: the credentials arrive with the `installed` call. `namespace`: for Podman; null
 * where the engine decides about user ids.
 */
export function containerOptions(
  settings: ContainerSettings,
  container: ContainerToCreate,
  namespace: UserNamespace | null,
): ContainerCreateOptions {
  const { scope, serviceOrigin } = settings;
  const { installationId, image, port, fingerprint, network, hosts } = container;
  const name = nameOf(scope, installationId);
  return {
    name,
    Image: image,
    Hostname: 'plugin',
    Env: [`PORT=${port}`, `SERVICE_ORIGIN=${serviceOrigin}`, `DATA_DIR=${DATA_DIR}`],
    Labels: { ...labelsOf(scope, installationId), [`${LABEL}.fingerprint`]: fingerprint },
    HostConfig: {
      ...isolation(settings),
      NetworkMode: name,
      // Docker's own name server passes nothing on from an internal network, so the names are here as well.
      ExtraHosts: [...hosts].map(([name, address]) => `${name}:${address}`),
      Dns: [network.service],
      DnsSearch: ['.'],
      DnsOptions: ['ndots:1'],
      ...(namespace === null
        ? { Mounts: [{ Type: 'volume', Source: name, Target: DATA_DIR }] }
        : inUserNamespace(namespace, name)),
    },
    NetworkingConfig: { EndpointsConfig: { [name]: { IPAMConfig: { IPv4Address: network.container } } } },
  };
}

/**
 * With a range that is named Podman needs no entry in `/etc/subuid`. `U`: before each start it gives what is in `/data`
 * to the user of the image, so that a volume follows its installation to other ids, and a new image may have another
 * user. The folder is bound without the volume: Podman ends a container with a user namespace in a mount namespace of
 * its own, where a volume with a folder stays mounted for everybody else on a machine whose mounts are private.
 */
function inUserNamespace(
  { firstUserId, folder }: UserNamespace,
  volume: string,
): NonNullable<ContainerCreateOptions['HostConfig']> {
  const range = `0:${firstUserId}:${USER_IDS}`;
  return {
    UsernsMode: `auto:size=${USER_IDS},uidmapping=${range},gidmapping=${range}`,
    Binds: [`${folder ?? volume}:${DATA_DIR}:U`],
  };
}

function isolation({ limits, runtime, hasIpv6 }: ContainerSettings): NonNullable<ContainerCreateOptions['HostConfig']> {
  const { memory_mib, cpus, processes, tmp_mib } = limits;
  return {
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges'],
    Privileged: false,
    IpcMode: 'private',
    // The rules of the firewall are for IPv4, and nothing else is needed.
    ...(hasIpv6 && { Sysctls: { 'net.ipv6.conf.all.disable_ipv6': '1' } }),
    Memory: memory_mib * MIB,
    // Without swap: the same as the memory.
    MemorySwap: memory_mib * MIB,
    NanoCpus: Math.round(cpus * 1e9),
    PidsLimit: processes,
    Ulimits: [
      { Name: 'nofile', Soft: OPEN_FILES, Hard: OPEN_FILES },
      { Name: 'nproc', Soft: PROCESSES_OF_USER, Hard: PROCESSES_OF_USER },
      { Name: 'core', Soft: 0, Hard: 0 },
    ],
    Tmpfs: { '/tmp': `rw,noexec,nosuid,nodev,size=${tmp_mib}m` },
    // The reconciler starts it again, with backoff.
    RestartPolicy: { Name: 'no' },
    LogConfig: { Type: 'json-file', Config: { 'max-size': '10m' } },
    ...(runtime !== '' && { Runtime: runtime }),
  };
}
