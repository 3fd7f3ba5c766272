import { describe, it } from '@jest/globals';
import { given } from '@kushk/testing/given';
import { publisherStream, type PublisherFact } from '../publisher.js';
import { addPublisher } from './add-publisher.js';

const at = '2026-11-20T09:00:00.000Z';
const command = { id: 'acme', name: 'Acme', at };
const added: PublisherFact = { type: 'PublisherAdded', data: { name: 'Acme', at } };

describe('add publisher', () => {
  it('adds a publisher', () => {
    given(publisherStream)
      .when((publisher) => addPublisher(command, publisher))
      .thenFacts(added)
      .thenReplies({ id: 'acme', name: 'Acme' });
  });

  it('rejects an id that is already in use', () => {
    given(publisherStream, added)
      .when((publisher) => addPublisher({ ...command, name: 'Another' }, publisher))
      .thenRefuses('catalogue.publisher_exists', { id: 'acme' });
  });

  it.each(['', 'Acme', 'no spaces', '-acme', 'a'.repeat(65)])('rejects the id %j', (id) => {
    given(publisherStream)
      .when((publisher) => addPublisher({ ...command, id }, publisher))
      .thenRefuses('request.invalid');
  });

  it.each(['', ' ', 'two\nlines', 'n'.repeat(201)])('rejects the name %j', (name) => {
    given(publisherStream)
      .when((publisher) => addPublisher({ ...command, name }, publisher))
      .thenRefuses('request.invalid');
  });
});
