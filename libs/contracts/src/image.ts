/** One image of an `instance` plugin, as the registry described it at the submission. Texts and lists are cut. */
export interface ImagePlatform {
  /** Operating system, architecture and variant: `linux/amd64`, `linux/arm64/v8`. */
  readonly platform: string;
  /** Bytes of the layers as they are transferred. */
  readonly size: number;
  /** The user that the image names; empty: root. */
  readonly user: string;
  readonly entrypoint: readonly string[];
  readonly command: readonly string[];
  /** `8080/tcp`. */
  readonly exposed_ports: readonly string[];
  readonly volumes: readonly string[];
}
/** An image reference with one image, or with one for each platform. */
export interface ImageDetails {
  readonly reference: string;
  readonly platforms: readonly ImagePlatform[];
}
