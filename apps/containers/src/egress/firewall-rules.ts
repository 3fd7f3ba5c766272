/**
 * The rules with which the kernel drops whatever a container sends, except to its own name server, to the service and
 * to its declared destinations. Packets are checked where they come in, before any other rule of the machine may have
 * changed or accepted them. Pure.
 */

/** A way out of one container: `address` and `port` as the container writes them, and where this service listens. */
export interface OpenPort {
  readonly protocol: 'tcp' | 'udp';
  readonly address: string;
  readonly port: number;
  readonly listener: { readonly address: string; readonly port: number };
}

/** What the container at this address may reach. */
export interface ContainerRules {
  readonly container: string;
  readonly open: readonly OpenPort[];
}

/** What a container sent to an address that is not open to it, since the rules were loaded. */
export interface DroppedPackets {
  readonly container: string;
  readonly address: string;
  readonly protocol: 'tcp' | 'udp' | 'other';
  /** 0 for protocols without ports. */
  readonly port: number;
  readonly packets: number;
}

export interface Firewall {
  /** The name of the table: each instance on a machine has its own. */
  readonly table: string;
  /** CIDR of all networks of the instance. */
  readonly subnet: string;
}

/** Destinations that the kernel counts for one container; packets to others are dropped and not counted. */
export const MAX_COUNTED = 128;

/** The table's name for an instance. Its id has dashes, which nftables does not accept in names. */
export function tableOf(scope: string): string {
  return `kushk_${scope.replaceAll('-', '_')}`;
}

/** A script for `nft -f` that replaces the whole table at once, so that no packet passes in between. */
export function rulesOf({ table, subnet }: Firewall, containers: readonly ContainerRules[]): string {
  const open = containers.flatMap((rules) => rules.open.map((port) => ({ ...port, container: rules.container })));
  const key = 'ip saddr . ip daddr . meta l4proto . th dport';
  const keyType = 'ipv4_addr . ipv4_addr . inet_proto . inet_service';
  const keyOf = (port: (typeof open)[number]): string =>
    `${port.container} . ${port.address} . ${port.protocol} . ${port.port}`;
  return `
table inet ${table}
delete table inet ${table}
table inet ${table} {
  set open {
    type ${keyType}
    ${elements(open.map(keyOf))}
  }
  map listeners {
    type ${keyType} : ipv4_addr . inet_service
    ${elements(open.map((port) => `${keyOf(port)} : ${port.listener.address} . ${port.listener.port}`))}
  }
${containers.map(chainOf).join('')}
  map containers {
    type ipv4_addr : verdict
    ${elements(containers.map(({ container }) => `${container} : jump ${chainName(container)}`))}
  }
  chain incoming {
    type filter hook prerouting priority -150; policy accept;
    iifname "lo" accept
    ip saddr ${subnet} ct state established ct direction reply accept
    ip saddr ${subnet} ${key} @open accept
    ip saddr ${subnet} ip saddr vmap @containers
    ip saddr ${subnet} drop
    ip daddr ${subnet} drop
  }
  chain listening {
    type nat hook prerouting priority -100; policy accept;
    ip saddr ${subnet} dnat ip to ${key} map @listeners
  }
}
`;
}

/** The chain that counts and drops what the container may not send. A rejected TCP connection fails at once. */
function chainOf({ container }: ContainerRules): string {
  const dropped = droppedSet(container);
  return `  set ${dropped} {
    type ipv4_addr . inet_proto . inet_service
    flags dynamic
    size ${MAX_COUNTED}
    counter
  }
  chain ${chainName(container)} {
    meta l4proto tcp add @${dropped} { ip daddr . meta l4proto . th dport } reject with tcp reset
    meta l4proto tcp reject with tcp reset
    meta l4proto udp add @${dropped} { ip daddr . meta l4proto . th dport } drop
    meta l4proto != { tcp, udp } add @${dropped} { ip daddr . meta l4proto . 0 } drop
    drop
  }
`;
}

function elements(all: readonly string[]): string {
  return all.length === 0 ? '' : `elements = { ${all.join(', ')} }`;
}

const DROPPED = /^dropped_(\d+)_(\d+)_(\d+)_(\d+)$/;
const chainName = (container: string): string => `from_${container.replaceAll('.', '_')}`;

/** The name of the set that counts what a container was denied. */
export function droppedSet(container: string): string {
  return `dropped_${container.replaceAll('.', '_')}`;
}

/** What `nft --json list table` returns, as far as it is read here. */
export interface Listing {
  readonly nftables: readonly Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>[];
}

interface DroppedElement {
  readonly elem: {
    readonly val: { readonly concat: readonly [string, string, number] };
    readonly counter?: { readonly packets: number };
  };
}

/** The packets that were dropped, by destination. */
export function droppedIn({ nftables }: Listing): readonly DroppedPackets[] {
  return nftables.flatMap(({ set }) => {
    const match = DROPPED.exec(String(set?.['name']));
    if (match === null) return [];
    return ((set?.['elem'] ?? []) as readonly DroppedElement[]).map(({ elem }) => {
      const [address, protocol, port] = elem.val.concat;
      return {
        container: match.slice(1).join('.'),
        address,
        protocol: protocol === 'tcp' || protocol === 'udp' ? protocol : 'other',
        port,
        packets: elem.counter?.packets ?? 0,
      };
    });
  });
}

/** Everything in a listing that only a change of the rules changes: not what was counted, not the kernel's handles. */
export function shapeOf({ nftables }: Listing): string {
  const entries = nftables
    .filter((entry) => !('metainfo' in entry))
    .map((entry) =>
      Object.entries(entry).map(([kind, { handle: _handle, ...fields } = {}]) => {
        const isCounted = DROPPED.test(String(fields['name']));
        return [kind, isCounted ? { ...fields, elem: undefined } : fields];
      }),
    );
  return JSON.stringify(entries);
}
