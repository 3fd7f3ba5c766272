/** The facts of an endpoint. */

/** The part of the installed version's manifest that delivery uses. */
export interface Capabilities {
  /**
   * The URL that calls are sent to; null for a container plugin until its address is known, and for one that polls.
   */
  readonly baseUrl: string | null;
  /** Present for a plugin that polls. `toolsUrl`: where its tools are called; null without an address. */
  readonly polling?: { readonly toolsUrl: string | null };
  readonly subscribedEvents: readonly string[];
  readonly version: string;
  readonly scopes: readonly string[];
}

export type EndpointFact =
  | {
      readonly type: 'EndpointRegistered';
      readonly data: Capabilities & {
        readonly organisationId: string;
        readonly pluginId: string;
        readonly sealedSecret: string;
        readonly at: string;
      };
    }
  | {
      readonly type: 'LifecycleCallQueued';
      readonly data: {
        readonly deliveryId: string;
        readonly event: 'installed';
        readonly sealedBody: string;
        readonly nextSealedSecret?: string;
        /** The secret that replaces all others at once. The plugin has none until it accepts the call. */
        readonly replacingSecret?: string;
        readonly version?: string;
        readonly generation?: number;
        readonly at: string;
      };
    }
  /** New credentials of a plugin that polls wait for an admin who reads them. The secrets are as in the call. */
  | {
      readonly type: 'CredentialsIssued';
      readonly data: {
        readonly nextSealedSecret?: string;
        readonly replacingSecret?: string;
        readonly version?: string;
        readonly generation?: number;
        readonly at: string;
      };
    }
  | {
      readonly type: 'InstalledAnswered';
      readonly data: { readonly version?: string; readonly generation?: number; readonly at: string };
    }
  /** The version that the call was made for was given up. `reason`: why its plugin has not accepted the call. */
  | {
      readonly type: 'InstalledAbandoned';
      readonly data: { readonly version: string; readonly reason?: string; readonly at: string };
    }
  | {
      readonly type: 'MoveStarted';
      readonly data: {
        readonly version: string;
        readonly baseUrl: string | null;
        readonly polling?: Capabilities['polling'];
        readonly giveUpAt: string;
        readonly at: string;
      };
    }
  /** `sealedSecret` is that of the credentials that an admin has read. */
  | { readonly type: 'CredentialsHandedOver'; readonly data: { readonly sealedSecret?: string; readonly at: string } }
  | {
      readonly type: 'AvailabilityChanged';
      readonly data: { readonly availability: string; readonly callsAllowed: boolean; readonly at: string };
    }
  | {
      readonly type: 'ContainerReached';
      readonly data: {
        readonly baseUrl: string;
        readonly address: string;
        /** Whether the plugin has not accepted `installed` of this version yet. */
        readonly isUpdate?: boolean;
        /** Whether it is the container to which the plugin moves. */
        readonly isMove?: boolean;
        readonly at: string;
      };
    }
  /** Published, so that people are notified. The attempts themselves are no facts. */
  | {
      readonly type: 'HealthReported';
      readonly data: { readonly state: 'failing' | 'silent'; readonly since: string; readonly at: string };
    }
  | { readonly type: 'CapabilitiesChanged'; readonly data: Capabilities & { readonly at: string } }
  | {
      readonly type: 'SecretRotated';
      readonly data: { readonly sealedSecret: string; readonly previousSignsUntil: string; readonly at: string };
    }
  | { readonly type: 'EndpointRemoved'; readonly data: { readonly deliveryId: string | null; readonly at: string } }
  | { readonly type: 'RemovedAnswered'; readonly data: { readonly at: string } };

export type DataOf<Type extends EndpointFact['type']> = Extract<EndpointFact, { type: Type }>['data'];
