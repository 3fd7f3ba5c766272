import { randomUUID } from 'node:crypto';
import { RegistryTokenSigner } from '@kushk/credentials';
import { CONFIG, log, realNow, type Config } from '@kushk/runtime';
import { Module } from '@nestjs/common';
import { ImageChecks } from './image-checks.js';
import { ImageInspector } from './image-inspector.js';
import { RegistryClient } from './registry.client.js';

/** The hub is the token service of its registry, so it needs no account there. */
function pullTokens(pem: string): (repository: string) => Promise<string> {
  const signer = new RegistryTokenSigner(pem);
  return (name) =>
    signer.sign({
      subject: 'catalogue',
      access: [{ type: 'repository', name, actions: ['pull'] }],
      id: randomUUID(),
      at: realNow(),
    });
}

/** What the catalogue knows about the registry of the hub. */
@Module({
  providers: [
    {
      provide: RegistryClient,
      useFactory: ({ registryUrl: url, containers }: Config) => {
        const { registryUser: username, registryPassword: password, registryHosts: otherHosts } = containers;
        const account = username === '' ? null : { username, password };
        const issueToken = containers.registryTokenKey === null ? null : pullTokens(containers.registryTokenKey);
        return new RegistryClient({ url, account, otherHosts, issueToken });
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
