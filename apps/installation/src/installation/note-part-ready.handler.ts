/** Wallet and workspace say that they are ready for an installation; with the last of them its credentials go out. */
import { causedBy, onceFor, type FactContext } from '@kushk/broker';
import { streamRef, under } from '@kushk/decider';
import { EventStore } from '@kushk/event-store';
import { now } from '@kushk/runtime';
import { Injectable } from '@nestjs/common';
import { notePartReady } from './change-installation.js';
import { Credentials } from './credentials.handler.js';
import { installationStream, type Part } from './installation.js';

@Injectable()
export class NotePartReadyHandler {
  constructor(
    private readonly store: EventStore,
    private readonly credentials: Credentials,
  ) {}

  async note(installationId: string, part: Part, reaction: string, context: FactContext): Promise<void> {
    const ref = streamRef(installationStream, installationId);
    const { state } = await this.store.load(ref);
    if (state.phase === 'absent') return;
    const command = { part, sealedLifecycle: await this.credentials.sealLifecycle(state), at: now().toISOString() };
    await this.store.run({
      name: 'NotePartReady',
      streams: { installation: ref },
      decide: ({ installation }) => under('installation', notePartReady(command, installation)),
      once: onceFor(reaction, context),
      meta: causedBy(context),
    });
  }
}
