import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, deleted, parties, reached, requested, specOf } from '../../../test/container-facts.js';
import { containerStream } from '../container.js';
import { changeVersion } from '../on-capabilities-changed/change-version.js';
import { abandonMove } from './abandon-move.js';

const version = '1.0.0';
const abandoned = { type: 'ContainerAbandoned', data: { deleteAfter: at, mayReturn: true, at } } as const;

describe('abandonMove', () => {
  it('deletes the container of the version at once, whether it listened or not', () => {
    for (const facts of [[requested], [requested, reached]])
      given(containerStream, ...facts)
        .when((container) => abandonMove(container, { version, at }))
        .thenFacts(abandoned)
        .thenState({ status: 'leaving' });
  });

  it('leaves a container that runs another version', () => {
    given(containerStream, requested, reached)
      .when((container) => abandonMove(container, { version: '9.0.0', at }))
      .thenFacts();
  });

  it('lets the plugin have a container again when the one before it is deleted', () => {
    given(containerStream, requested, abandoned, deleted)
      .when((container) => changeVersion(container, { ...parties, spec: specOf(version), at }))
      .thenState({ status: 'starting' });
  });
});
