import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { at, firstLink, registered, secondLink } from '../../../test/example-instance.js';
import { instanceStream, type Instance } from '../instance.js';
import { rotateInstanceLink } from './rotate-instance-link.js';

const renewedLink = { account: firstLink.account, signingKey: 'AOTHER' };
const rotate = (instance: Instance, link: typeof firstLink | null = renewedLink) =>
  rotateInstanceLink({ id: 'i1', link, at }, instance);

describe('rotate instance link', () => {
  it("replaces the signing key of the instance's NATS account", () => {
    given(instanceStream, registered(firstLink))
      .when((instance) => rotate(instance))
      .thenFacts({ type: 'InstanceLinkRotated', data: { link: renewedLink, at } })
      .thenReplies({ id: 'i1' })
      .thenState({ name: 'One', link: renewedLink });
  });

  it('adds a NATS account to an instance that has none', () => {
    given(instanceStream, registered())
      .when((instance) => rotate(instance, secondLink))
      .thenState({ link: secondLink });
  });

  it.each([
    { title: 'an instance that is not registered', history: [], code: 'instance.not_found' },
    {
      title: 'an instance whose account changed meanwhile',
      history: [registered(secondLink)],
      code: 'instance.link_changed',
    },
    {
      title: 'when there are no accounts to give',
      history: [registered()],
      link: null,
      code: 'instance.link_unavailable',
    },
  ])('rejects the rotation: $title', ({ history, link = renewedLink, code }) => {
    given(instanceStream, ...history)
      .when((instance) => rotate(instance, link))
      .thenRefuses(code);
  });
});
