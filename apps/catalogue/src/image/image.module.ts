import { CONFIG, log, type Config } from '@kushk/runtime';
import { Module } from '@nestjs/common';
import { ImageChecks } from './image-checks.js';
import { ImageInspector } from './image-inspector.js';
import { RegistryClient } from './registry.client.js';

/** What the catalogue knows about the registry of the hub. */
@Module({
  providers: [
    {
      provide: RegistryClient,
      useFactory: ({ registryUrl: url, containers }: Config) => {
        const { registryUser: username, registryPassword: password, registryHosts: otherHosts } = containers;
        const account = username === '' ? null : { username, password };
        return new RegistryClient({ url, account, otherHosts, issueToken: null });
      },
      inject: [CONFIG],
    },
    {
      provide: ImageChecks,
      useFactory: ({ registryUrl }: Config, source: RegistryClient) =>
        new ImageChecks(new ImageInspector({ registryUrl, source }), registryUrl, (err, image) =>
          log.warn({ err, image }, 'image lookup failed'),
        ),
      inject: [CONFIG, RegistryClient],
    },
  ],
  exports: [ImageChecks],
})
export class ImageModule {}
