import { commandHandler } from '@kushk/broker';
import { catalogue } from '@kushk/contracts';
import { streamRef } from '@kushk/decider';
import { now } from '@kushk/runtime';
import { publisherStream } from '../publisher.js';
import { addPublisher } from './add-publisher.js';

export const AddPublisherHandler = commandHandler(catalogue.addPublisher, {
  name: 'AddPublisher',
  command: ({ id, name }) => ({ id, name, at: now().toISOString() }),
  stream: ({ id }) => streamRef(publisherStream, id),
  decide: (command, publisher) => addPublisher(command, publisher),
});
